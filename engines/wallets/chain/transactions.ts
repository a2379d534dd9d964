/** One side of a transaction: an owner (address or cluster, by number or key) and a whole amount. */
export type Share<Owner> = { owner: Owner; value: bigint };

/** A transfer of value between two owners. */
export type Transfer<Owner> = { from: Owner; to: Owner; value: bigint };

/** A transaction of a chain of coins (BTC, LTC, DOGE, BCH), its inputs resolved to who held them. */
export type CoinTransaction<Owner> = {
  inputs: readonly Share<Owner>[];
  outputs: readonly Share<Owner>[];
  /** True where the transaction mints coins and has no inputs. */
  coinbase?: boolean;
};

/** The owners that stand for no person: where coins are minted, and where fees go. */
export type SystemOwners<Owner> = { coinbase: Owner; fee: Owner };

/**
 * Splits a transaction of coins into transfers: output j comes from input i by i's share of all inputs, in_i × out_j
 * / Σ in; what the outputs leave over is the fee, a payee of its own; what goes back to its payer (change, where the
 * owner is the cluster) is left out. Amounts are whole, and add up exactly: every input is spent whole and every
 * output is filled whole, change included.
 * @throws RangeError where outputs exceed inputs, an amount is negative, or there is nothing to spend
 */
export function transfersOf<Owner extends string | number>(
  transaction: CoinTransaction<Owner>,
  system: SystemOwners<Owner>,
): Transfer<Owner>[] {
  const outputs = merge(transaction.outputs);
  if (transaction.coinbase === true) {
    return outputs
      .filter((output) => output.value > 0n)
      .map(({ owner, value }) => ({ from: system.coinbase, to: owner, value }));
  }
  const inputs = merge(transaction.inputs);
  const spent = inputs.reduce((sum, input) => sum + input.value, 0n);
  const paid = outputs.reduce((sum, output) => sum + output.value, 0n);
  if (inputs.length === 0) throw new RangeError('The transaction has no inputs and is not marked as coinbase');
  if (paid > spent) {
    throw new RangeError(`The outputs (${paid}) exceed the inputs (${spent}); an input is missing or misread`);
  }
  if (spent > paid) outputs.push({ owner: system.fee, value: spent - paid });
  const [only] = inputs;
  if (only && inputs.length === 1) {
    return outputs
      .filter((output) => output.value > 0n && output.owner !== only.owner)
      .map(({ owner, value }) => ({ from: only.owner, to: owner, value }));
  }
  return apportion(inputs, outputs, spent);
}

/** Adds up what one owner has on one side; keeps the order of first appearance. */
function merge<Owner>(shares: readonly Share<Owner>[]): Share<Owner>[] {
  const byOwner = new Map<Owner, Share<Owner>>();
  for (const { owner, value } of shares) {
    if (value < 0n) throw new RangeError(`An amount of ${value} is negative`);
    const known = byOwner.get(owner);
    if (known) known.value += value;
    else byOwner.set(owner, { owner, value });
  }
  return [...byOwner.values()];
}

/**
 * Output after output, each input gives by what it has left; whole parts first, then single units to those whose
 * part was cut most. What is left over always equals what is still to be paid, so all sums come out exact.
 */
function apportion<Owner>(inputs: Share<Owner>[], outputs: Share<Owner>[], spent: bigint): Transfer<Owner>[] {
  const transfers: Transfer<Owner>[] = [];
  const left = inputs.map((input) => input.value);
  let unpaid = spent;
  for (const output of outputs) {
    if (output.value === 0n) continue;
    const parts = left.map((amount) => (amount * output.value) / unpaid);
    let missing = output.value - parts.reduce((sum, part) => sum + part, 0n);
    if (missing > 0n) {
      const cut = left
        .map((amount, i) => ({ i, rest: (amount * output.value) % unpaid }))
        .sort((a, b) => (a.rest === b.rest ? a.i - b.i : a.rest > b.rest ? -1 : 1));
      for (const { i } of cut) {
        if (missing === 0n) break;
        if (parts[i]! >= left[i]!) continue;
        parts[i]! += 1n;
        missing -= 1n;
      }
    }
    unpaid -= output.value;
    inputs.forEach((input, i) => {
      const part = parts[i]!;
      left[i]! -= part;
      if (part > 0n && input.owner !== output.owner)
        transfers.push({ from: input.owner, to: output.owner, value: part });
    });
  }
  return transfers;
}
