/** The categories of the contract, in its order: what an entity behind an address does. */
export const CATEGORIES = [
  'SANCTIONS',
  'TERRORISM',
  'CHILD_ABUSE_MATERIAL',
  'RANSOMWARE',
  'DARKNET_MARKETS',
  'STOLEN_FUNDS',
  'SCAM',
  'FRAUD_SHOP',
  'MIXER',
  'NO_KYC_EXCHANGE',
  'GAMBLING',
  'EXCHANGE',
  'MINING',
  'DEFI',
  'BRIDGE',
  'PAYMENT_PROCESSOR',
  'WALLET_SERVICE',
  'OTHER',
] as const;

export type Category = (typeof CATEGORIES)[number];

/** One source's statement about an address, or about the whole cluster that the address stands for. */
export type Label = {
  category: Category;
  /** Who: the name under which exposures to all addresses of the entity are added up. */
  entity: string;
  /** How sure the source is, 0 to 100. */
  confidence: number;
  source: string;
  /** True where the source says that the address stands for its whole cluster. */
  definesCluster?: boolean;
  /** List, programme and entry, where the label comes from a sanctions list. */
  sanction?: { list: string; program?: string; entityId?: string };
  /** When the entity was designated, labelled or seen: seconds since 1970. */
  since?: number;
};

/** What decides among conflicting labels. */
export type LabelRule = {
  /** Labels of less confidence are shown and do not count. */
  minimumConfidence: number;
  /** Weight of each category, 0 to 100. */
  weightOf: (category: Category) => number;
};

/**
 * The label that counts where sources disagree: the most severe of those with enough confidence; among equally severe
 * ones the surest, then the first by category and entity name, so that the order in which they came does not matter.
 * @returns undefined where none is sure enough
 */
export function effectiveLabel(labels: readonly Label[], rule: LabelRule): Label | undefined {
  let best: Label | undefined;
  for (const label of labels) {
    if (label.confidence < rule.minimumConfidence) continue;
    if (best === undefined || precedes(label, best, rule)) best = label;
  }
  return best;
}

function precedes(label: Label, best: Label, rule: LabelRule): boolean {
  const weight = rule.weightOf(label.category) - rule.weightOf(best.category);
  if (weight !== 0) return weight > 0;
  if (label.confidence !== best.confidence) return label.confidence > best.confidence;
  const rank = CATEGORIES.indexOf(label.category) - CATEGORIES.indexOf(best.category);
  if (rank !== 0) return rank < 0;
  return label.entity < best.entity;
}

/** The labels of a cluster: those of its members that say that they define it; a member keeps its own besides. */
export function clusterLabels(memberLabels: Iterable<Label>): Label[] {
  return [...memberLabels].filter((label) => label.definesCluster === true);
}
