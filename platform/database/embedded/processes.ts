import { readdirSync, readFileSync } from 'node:fs';
import { poll } from './wait.ts';

/**
 * One process for certain: a pid is handed out again after its process ended, but never with the same start
 * time (clock ticks since boot, field 22 of /proc/PID/stat) within the same boot.
 */
export interface ProcessIdentity {
  pid: number;
  startTime: string;
  bootId: string;
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(`/proc/${path}`, 'latin1');
  } catch {
    return undefined;
  }
}

interface Stat {
  state: string;
  startTime: string;
}

function readStat(pid: number): Stat | undefined {
  const text = readProc(`${pid}/stat`);
  if (text === undefined) return undefined;
  // The second field is the program's name in brackets, which may itself hold spaces and brackets.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const state = fields[0];
  const startTime = fields[19];
  return state === undefined || startTime === undefined ? undefined : { state, startTime };
}

/** Whether a process with this pid exists and has not ended (a zombie has ended). */
export function isRunning(pid: number): boolean {
  const stat = readStat(pid);
  return stat !== undefined && stat.state !== 'Z' && stat.state !== 'X';
}

/** The identity of a running process, this one by default; undefined when it does not run. */
export function identify(pid: number = process.pid): ProcessIdentity | undefined {
  const stat = readStat(pid);
  if (stat === undefined || stat.state === 'Z' || stat.state === 'X') return undefined;
  return { pid, startTime: stat.startTime, bootId: (readProc('sys/kernel/random/boot_id') ?? '').trim() };
}

/** Whether the process with this identity still runs. */
export function stillRuns(identity: ProcessIdentity): boolean {
  const now = identify(identity.pid);
  return now !== undefined && now.startTime === identity.startTime && now.bootId === identity.bootId;
}

/** The arguments a process was started with (or the title it has given itself); empty when unknown. */
export function commandLine(pid: number): string[] {
  return (readProc(`${pid}/cmdline`) ?? '').split('\0').filter((part) => part !== '');
}

/** The effective uid of a process. */
export function ownerOf(pid: number): number | undefined {
  const uid = /^Uid:\s+\d+\s+(\d+)/m.exec(readProc(`${pid}/status`) ?? '')?.[1];
  return uid === undefined ? undefined : Number(uid);
}

/** The capability numbers in this process's effective set; empty where there are none or /proc says nothing. */
export function effectiveCapabilities(): Set<number> {
  const hex = /^CapEff:\s+([0-9a-f]+)/m.exec(readProc('self/status') ?? '')?.[1] ?? '0';
  const bits = BigInt(`0x${hex}`);
  const held = new Set<number>();
  for (let number = 0; number < 64; number += 1) if ((bits >> BigInt(number)) & 1n) held.add(number);
  return held;
}

/**
 * Every running PostgreSQL process of the cluster named `clusterName` (its cluster_name setting), postmaster
 * and backends alike. They are told by their command line, the one thing of another user's process that can
 * be read without privilege: the postmaster carries the setting as an argument, every other process in its
 * title. Processes of another uid than `uid` are left out: anybody may give his own process that title.
 */
export function clusterProcesses(clusterName: string, uid: number): { postmasters: number[]; backends: number[] } {
  const found = { postmasters: [] as number[], backends: [] as number[] };
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const pid = Number(entry);
    const args = commandLine(pid);
    const isPostmaster = args.includes(`cluster_name=${clusterName}`);
    const isBackend = args[0]?.startsWith(`postgres: ${clusterName}: `) === true;
    if ((!isPostmaster && !isBackend) || !isRunning(pid) || ownerOf(pid) !== uid) continue;
    (isPostmaster ? found.postmasters : found.backends).push(pid);
  }
  return found;
}

/** Sends a signal; false when the process is gone. Other errors (EPERM) are thrown. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

/** Waits until none of the processes runs; false when one still does after `limitMs`. */
export async function waitUntilGone(identities: readonly ProcessIdentity[], limitMs: number): Promise<boolean> {
  const gone = await poll(limitMs, 10, () => (identities.some(stillRuns) ? undefined : true));
  return gone === true;
}
