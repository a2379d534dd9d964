import { sourceClaim } from '../source-type.ts';
import { type Detector, type Evidence, type Finding, nothing } from '../types.ts';
import { readXmp } from '../xmp.ts';
import { type ExifFacts, readExif } from './exif.ts';
import type { OpenedImage } from './open.ts';

/** A statement of the file about itself, unsigned: who wants to can remove it, and hardly anybody adds it. */
const DISCLOSED = 3;
const PARTLY = 1;

interface Mark {
  code: string;
  test: RegExp;
  says: string;
}

/**
 * Programs that make pictures from words and name themselves as the writer of the file. Free text is not searched, nor
 * the maker of the camera: there are cameras named Firefly, and `imagen` is a word of Spanish.
 */
const GENERATORS: readonly Mark[] = [
  ['Stable Diffusion', /stable[ -]?diffusion|sdxl|\bsd[_ -]?xl\b/i],
  ['Midjourney', /midjourney/i],
  ['DALL-E', /\bdall[-·. ]?e\b/i],
  ['ChatGPT or OpenAI', /\b(openai|chatgpt|gpt-4o|gpt-image)\b/i],
  ['Adobe Firefly', /\badobe firefly\b/i],
  ['Imagen', /\bgoogle imagen\b|\bimagen[ -]?[234]\b|made with google ai/i],
  ['NovelAI', /novelai/i],
  ['InvokeAI', /invokeai/i],
  ['ComfyUI', /comfyui/i],
  ['Flux', /black forest labs|\bflux\.1\b/i],
  ['Ideogram', /ideogram/i],
  ['Leonardo.ai', /leonardo\.ai/i],
].map(([name, test]) => ({ code: 'GENERATOR_NAMED', test: test as RegExp, says: String(name) }));

/** Programs in which pictures are changed by hand. */
const EDITORS =
  /\b(photoshop|gimp|affinity photo|pixelmator|paint\.net|picsart|facetune|faceapp|snapseed|lightroom|luminar|canva|meitu|remini|faceswap|deepfacelab|photopea|krita)\b/i;

const MAX_TEXT = 200_000;

/** Texts of the file that the user interfaces of diffusion models write their settings into. */
function settingsIn(keyword: string, text: string): string | null {
  const key = keyword.toLowerCase();
  if (/\bSteps: \d+, Sampler: /.test(text)) return 'settings of a Stable Diffusion user interface (steps, sampler)';
  if ((key === 'prompt' || key === 'workflow') && /"(class_type|nodes)"\s*:/.test(text)) return 'a ComfyUI workflow';
  if (/^(invokeai_metadata|sd-metadata|dream|invokeai_graph)$/.test(key)) return 'settings of InvokeAI';
  if (key === 'fooocus_scheme') return 'settings of Fooocus';
  if (key === 'comment' && /"sampler"\s*:/.test(text) && /"steps"\s*:/.test(text)) return 'settings of NovelAI';
  return null;
}

/** What the file's own metadata say about how it was made (IPTC, XMP, EXIF, PNG texts). */
export const metadataDetector: Detector<OpenedImage> = {
  name: 'image-metadata',
  version: '1',
  family: 'METADATA',
  applicable: () => ({ applies: true }),
  examine(image) {
    const facts = factsOf(image);
    const evidence: Evidence[] = [];
    let ratio = 0;
    for (const value of facts.sourceTypes) {
      const claim = sourceClaim(value);
      if (claim?.claim === 'GENERATED') {
        ratio = Math.max(ratio, DISCLOSED);
        evidence.push({
          code: 'DIGITAL_SOURCE_TYPE_GENERATED',
          detail: `The file's metadata give ${claim.term} as its digital source type: made by a generative model. The statement is not signed.`,
        });
      } else if (claim?.claim === 'PARTLY_GENERATED') {
        ratio = Math.max(ratio, PARTLY);
        evidence.push({
          code: 'DIGITAL_SOURCE_TYPE_PARTLY_GENERATED',
          detail: `The file's metadata give ${claim.term} as its digital source type: parts were made by a generative model, which phones also write for retouching.`,
        });
      }
    }
    for (const [keyword, text] of facts.texts) {
      const settings = settingsIn(keyword, text.slice(0, MAX_TEXT));
      if (settings === null) continue;
      ratio = Math.max(ratio, DISCLOSED);
      evidence.push({ code: 'GENERATOR_SETTINGS', detail: `The file carries ${settings}.` });
    }
    for (const tool of facts.tools) {
      const mark = GENERATORS.find(({ test }) => test.test(tool));
      if (mark) {
        ratio = Math.max(ratio, DISCLOSED);
        evidence.push({ code: mark.code, detail: `The file names ${mark.says} as the program that wrote it.` });
      } else {
        const editor = EDITORS.exec(tool)?.[1];
        if (editor === undefined) continue;
        evidence.push({
          code: 'EDITOR_NAMED',
          detail: `The file names ${editor} as a program that wrote it; most pictures that went through it are not forged.`,
        });
      }
    }
    if (evidence.length === 0) {
      const code = facts.any ? 'METADATA_UNREMARKABLE' : 'METADATA_ABSENT';
      const detail = facts.any
        ? 'The metadata name no generator or editor.'
        : 'The file carries no metadata, as most that were sent through messengers; that is no sign of anything.';
      return nothing(1, [{ code, detail }]);
    }
    return disclosed(ratio, evidence);
  },
};

function disclosed(ratio: number, evidence: Evidence[]): Finding {
  const finding = { logLikelihoodRatio: ratio, quality: 1, evidence: evidence.slice(0, 20) };
  return ratio >= DISCLOSED ? { ...finding, manipulation: 'AI_DISCLOSED', settles: true } : finding;
}

interface MetadataFacts {
  any: boolean;
  sourceTypes: string[];
  tools: string[];
  texts: [string, string][];
}

function factsOf({ metadata, jpeg }: OpenedImage): MetadataFacts {
  const exif: ExifFacts = metadata?.exif ? readExif(metadata.exif) : {};
  const xmp = metadata?.xmp ? readXmp(Buffer.from(metadata.xmp).toString('utf8')) : null;
  const texts: [string, string][] = [];
  for (const { keyword, text } of metadata?.comments ?? []) texts.push([keyword, text]);
  for (const name of ['userComment', 'description'] as const) {
    const text = exif[name];
    if (text !== undefined) texts.push([name, text]);
  }
  for (const { marker, data } of jpeg?.segments ?? []) {
    if (marker === 0xfe) texts.push(['comment', Buffer.from(data.subarray(0, MAX_TEXT)).toString('utf8')]);
  }
  const tools = [
    exif.software,
    ...(xmp?.creatorTools ?? []),
    ...(xmp?.softwareAgents ?? []),
    ...texts.filter(([keyword]) => /^(software|source)$/i.test(keyword)).map(([, text]) => text.slice(0, 500)),
  ].filter((tool) => tool !== undefined && tool !== '') as string[];
  return {
    any: tools.length > 0 || texts.length > 0 || xmp !== null || Object.keys(exif).length > 0,
    sourceTypes: xmp?.digitalSourceTypes ?? [],
    tools: [...new Set(tools)],
    texts,
  };
}
