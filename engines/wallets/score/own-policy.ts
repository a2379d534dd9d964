import { DEFAULT_POLICY, type Policy, type PolicyIssue, policyIssues } from './policy.ts';

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads a policy that somebody wrote: what it leaves out is as in the service's own. It must name its version.
 * @param value what a JSON file holds
 * @returns the whole policy, or everything that is wrong with it, each with its place
 */
export function readPolicy(value: unknown): { policy: Policy; issues: [] } | { policy: null; issues: PolicyIssue[] } {
  if (!isObject(value)) return { policy: null, issues: [{ path: '', message: 'must be a JSON object' }] };
  const issues: PolicyIssue[] = [];
  const merged = merge(value, DEFAULT_POLICY, '', issues);
  if (value['version'] === undefined) issues.push({ path: '/version', message: 'must be there: a text of your own' });
  else if (value['version'] === DEFAULT_POLICY.version) {
    issues.push({ path: '/version', message: "is the service's own; name yours differently" });
  }
  if (issues.length > 0) return { policy: null, issues };
  const policy = merged as unknown as Policy;
  const wrong = policyIssues(policy);
  return wrong.length > 0 ? { policy: null, issues: wrong } : { policy, issues: [] };
}

/** Lays what was given over the base; names what the base does not have, or has as another kind of value. */
function merge(given: Fields, base: Fields, path: string, issues: PolicyIssue[]): Fields {
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(given)) {
    const place = `${path}/${name.slice(0, 64)}`;
    const known = Object.hasOwn(base, name) ? base[name] : undefined;
    if (known === undefined) {
      issues.push({ path: place, message: `is nothing that a policy has; it has ${Object.keys(base).join(', ')}` });
    } else if (isObject(known)) {
      if (isObject(value)) merged[name] = merge(value, known, place, issues);
      else issues.push({ path: place, message: 'must be an object' });
    } else if (typeof value !== typeof known) {
      issues.push({ path: place, message: `must be a ${typeof known === 'boolean' ? 'true or false' : typeof known}` });
    } else {
      merged[name] = value;
    }
  }
  return merged;
}
