import { sql } from '../../../../platform/database/sql.ts';
import type { Stage, StagedOutput } from './stage.ts';

export type StoredOutput = Omit<StagedOutput, 'height'>;

/** Takes outputs away, as they are spent. @returns those that were there, by their position among those asked for */
export async function takeOutputs(
  stage: Stage,
  blockchain: string,
  outpoints: readonly string[],
): Promise<Map<number, Omit<StoredOutput, 'outpoint'>>> {
  const staged = await stage.outpoints(outpoints);
  const rows = await stage.query<{ n: number; key: string; address: string; value: string }>(
    sql`delete from chain_outputs o using ${staged}
      where o.blockchain = ${blockchain} and o.outpoint = staged.outpoint
      returning staged.n, o.owner_key as key, o.owner as address, o.value::text as value`,
  );
  return new Map(rows.map(({ n, key, address, value }) => [n, { key, address, value: BigInt(value) }]));
}

export async function putOutputs(stage: Stage, blockchain: string, outputs: readonly StagedOutput[]): Promise<void> {
  const staged = await stage.outputs(outputs);
  await stage.query(
    sql`insert into chain_outputs (blockchain, outpoint, owner_key, owner, value)
      select ${blockchain}, outpoint, key, address, value from ${staged} order by outpoint on conflict do nothing`,
  );
}

/** Notes outputs that blocks created or spent, for the blocks to be undone. */
export async function noteOutputs(
  stage: Stage,
  blockchain: string,
  outputs: readonly StagedOutput[],
  spent: boolean,
): Promise<void> {
  const kept = outputs.filter(({ height }) => height !== null);
  if (kept.length === 0) return;
  const staged = await stage.outputs(kept);
  await stage.query(
    sql`insert into chain_block_outputs (blockchain, height, spent, outpoint, owner_key, owner, value)
      select ${blockchain}, height, ${spent}, outpoint, key, address, value from ${staged}`,
  );
}
