import type { Issue } from '../../contract/errors.ts';

const MAX_DEPTH = 32;
const MAX_ISSUES = 50;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

const pointer = (path: string, key: string | number): string =>
  `${path}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/**
 * What no request may contain, whatever its schema: nesting beyond 32 levels, NUL characters, halves of surrogate
 * pairs (neither can be stored as text), and member names that reach into JavaScript's prototypes.
 */
export function inspectJson(value: unknown): Issue[] {
  const issues: Issue[] = [];
  const visit = (item: unknown, path: string, depth: number): void => {
    if (issues.length >= MAX_ISSUES) return;
    if (typeof item === 'string') {
      const problem = textProblem(item);
      if (problem) issues.push({ path, code: 'INVALID_VALUE', message: problem });
      return;
    }
    if (typeof item !== 'object' || item === null) return;
    if (depth >= MAX_DEPTH) {
      issues.push({ path, code: 'INVALID_VALUE', message: `is nested deeper than ${MAX_DEPTH} levels` });
      return;
    }
    if (Array.isArray(item)) {
      item.forEach((child, index) => visit(child, pointer(path, index), depth + 1));
      return;
    }
    for (const [key, child] of Object.entries(item)) {
      if (FORBIDDEN_KEYS.has(key) || textProblem(key)) {
        const shown = pointer(path, key.toWellFormed().replaceAll('\0', '\uFFFD').slice(0, 100));
        issues.push({ path: shown, code: 'UNKNOWN_FIELD', message: 'is not an allowed member name' });
      } else visit(child, pointer(path, key), depth + 1);
    }
  };
  visit(value, '', 0);
  return issues;
}

function textProblem(text: string): string | null {
  if (text.includes('\0')) return 'contains a NUL character; remove it';
  if (!text.isWellFormed()) return 'contains half of a surrogate pair; send complete Unicode characters';
  return null;
}
