import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

/** What the signatures page shows, run as it is written: a genuine delivery is believed, and nothing else. */
const SNIPPETS = join(import.meta.dirname, '..', '..', 'dashboard', 'pages', 'developers', 'snippets');
const SECRET = 'whsec_TUlHZk1BMEdDU3FHU0liM0RRRUJBUVVBQTRHTkFEQ0Ix';
const BODY = '{"event":"verification.completed","data":{"name":"Zoë Ångström"}}';
const HEADER = `sha256=${createHmac('sha256', SECRET).update(BODY).digest('hex')}`;
/** Secret, body and header of each case; the first alone is genuine. */
const CASES: readonly (readonly [string, string, string])[] = [
  [SECRET, BODY, HEADER],
  [SECRET, `${BODY} `, HEADER],
  ['another', BODY, HEADER],
  [SECRET, BODY, HEADER.slice(0, -1)],
  [SECRET, BODY, ''],
];

interface Language {
  name: string;
  /** Says that the machine has it. */
  probe: readonly [string, ...string[]];
  /** Name of the snippet's file, and a program around it that prints 1 or 0 for each case. */
  file: string;
  program(): { name: string; text: string };
  command: readonly [string, ...string[]];
}

const quoted = (text: string): string => JSON.stringify(text);
const each = (line: (secret: string, body: string, header: string) => string): string =>
  CASES.map(([secret, body, header]) => line(quoted(secret), quoted(body), quoted(header))).join('\n');

const LANGUAGES: Readonly<Record<string, Language>> = {
  node: {
    name: 'Node.js',
    probe: [process.execPath, '--version'],
    file: 'snippet.mjs',
    program: () => ({
      name: 'run.mjs',
      text: `import { isGenuine } from './snippet.mjs';\n${each((s, b, h) => `console.log(Number(isGenuine(${s}, Buffer.from(${b}), ${h})));`)}`,
    }),
    command: [process.execPath, 'run.mjs'],
  },
  python: {
    name: 'Python',
    probe: ['python3', '--version'],
    file: 'snippet.py',
    program: () => ({
      name: 'run.py',
      text: `from snippet import is_genuine\n${each((s, b, h) => `print(int(is_genuine(${s}, ${b}.encode(), ${h})))`)}`,
    }),
    command: ['python3', 'run.py'],
  },
  go: {
    name: 'Go',
    probe: ['go', 'version'],
    file: 'snippet.go',
    program: () => ({
      name: 'run.go',
      text: `package main\n\nimport "fmt"\n\nfunc main() {\n${each((s, b, h) => `if IsGenuine(${s}, []byte(${b}), ${h}) { fmt.Println(1) } else { fmt.Println(0) }`)}\n}\n`,
    }),
    command: ['go', 'run', 'snippet.go', 'run.go'],
  },
  java: {
    name: 'Java',
    probe: ['javac', '-version'],
    file: 'Signature.java',
    program: () => ({
      name: 'Run.java',
      text: `class Run { public static void main(String[] a) throws Exception {\n${each((s, b, h) => `System.out.println(Signature.isGenuine(${s}, ${b}.getBytes("UTF-8"), ${h}) ? 1 : 0);`)}\n} }`,
    }),
    command: ['sh', '-c', 'javac -encoding UTF-8 Signature.java Run.java && java Run'],
  },
  php: {
    name: 'PHP',
    probe: ['php', '--version'],
    file: 'snippet.php',
    program: () => ({
      name: 'run.php',
      text: `<?php require 'snippet.php';\n${each((s, b, h) => `echo isGenuine(${s}, ${b}, ${h}) ? 1 : 0, "\\n";`)}`,
    }),
    command: ['php', 'run.php'],
  },
};

const works = ([command, ...args]: readonly [string, ...string[]]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

for (const [id, language] of Object.entries(LANGUAGES)) {
  const skip = works(language.probe) ? false : `${language.name} is not on this machine`;
  test(`the signature snippet in ${language.name}`, { skip, timeout: 240_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'snippet-'));
    try {
      await copyFile(join(SNIPPETS, `${id}.txt`), join(folder, language.file));
      const { name, text } = language.program();
      await writeFile(join(folder, name), text);
      const [command, ...args] = language.command;
      const ran = spawnSync(command, args, {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, GOFLAGS: '-mod=mod', GO111MODULE: 'off' },
      });
      assert.equal(ran.stderr.replaceAll(/^.*(?:warning|Picked up).*$/gim, '').trim(), '');
      assert.deepEqual(ran.stdout.trim().split('\n'), ['1', '0', '0', '0', '0']);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

test('every language that is shown has its snippet run', async () => {
  const page = await readFile(join(SNIPPETS, '..', 'signatures.tsx'), 'utf8');
  const shown = [...page.matchAll(/snippets\/(\w+)\.txt/g)].map((match) => match[1] ?? '');
  assert.deepEqual(new Set(shown), new Set(Object.keys(LANGUAGES)));
});
