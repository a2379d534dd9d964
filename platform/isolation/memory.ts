import { readFile } from 'node:fs/promises';

const PAGE = 4096;

/**
 * Resident memory of a process and all that descend from it, in bytes, from /proc; shared pages count in each. 0 where
 * the process is gone or the system tells nothing.
 */
export async function residentBytes(pid: number): Promise<number> {
  const [statm, children] = await Promise.all([
    readFile(`/proc/${pid}/statm`, 'latin1').catch(() => ''),
    readFile(`/proc/${pid}/task/${pid}/children`, 'latin1').catch(() => ''),
  ]);
  const own = Number(statm.split(' ')[1] ?? 0) * PAGE;
  const below = children.trim() === '' ? [] : children.trim().split(' ').map(Number);
  const sums = await Promise.all(below.map(residentBytes));
  return sums.reduce((sum, bytes) => sum + bytes, own);
}
