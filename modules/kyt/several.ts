/** The name that stands for several entities put together. */
export const nameOfSeveral = (count: number): string => `${count} more`;

/** How many entities an exposure without a contribution stands for, by its name: mostly the one that it names. */
export function entitiesOf({ entity, contribution }: { entity: string; contribution: number }): number {
  const several = contribution === 0 ? /^([1-9]\d{0,8}) more$/.exec(entity) : null;
  return several ? Number(several[1]) : 1;
}
