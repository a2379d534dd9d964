import type { Tag } from '../audio/sound.ts';
import { sourceClaim } from '../source-type.ts';
import { type Detector, type Evidence, type Finding, nothing } from '../types.ts';
import { readXmp } from '../xmp.ts';

/** What a recording says of itself, whatever its container. */
export interface TaggedRecording {
  tags: readonly Tag[];
  xmp: readonly string[];
}

/** A statement of the file about itself, unsigned. */
const DISCLOSED = 3;
const PARTLY = 1;

/** Tags in which programs name themselves. Free text (titles, comments, lyrics) is not searched. */
const TOOL_TAGS =
  /^(vendor|encoder|encoded_by|encodedby|encoding_tool|software|muxer|writer|isft|ieng|isrc_tool|originator|tsse|tenc|tool|creation_tool|generator|com\.apple\.quicktime\.software|\u00a9too|\u00a9swr|\u00a9enc)$/;

const GENERATORS: readonly (readonly [string, RegExp])[] = [
  ['ElevenLabs', /\beleven ?labs\b/i],
  ['Suno', /\bsuno(\.ai|\.com| ai)?\b/i],
  ['Udio', /\budio(\.com)?\b/i],
  ['Resemble AI', /\bresemble\.?ai\b/i],
  ['PlayHT', /\bplay\.?ht\b/i],
  ['Murf', /\bmurf(\.ai| ai)\b/i],
  ['Stable Audio', /\bstable audio\b/i],
  ['AudioCraft', /\b(audiocraft|musicgen)\b/i],
  ['OpenAI', /\b(openai|sora)\b/i],
  ['Google Veo', /\b(google veo|veo [23])\b|made with google ai/i],
  ['Runway', /\brunway(ml)?\b/i],
  ['Pika', /\bpika(labs|\.art)\b/i],
  ['Kling', /\bkling(ai| ai)\b/i],
  ['Luma', /\bluma (ai|dream machine)\b/i],
  ['HeyGen', /\bheygen\b/i],
  ['Synthesia', /\bsynthesia\b/i],
  ['D-ID', /\bd-id(\.com)?\b/i],
  ['Hedra', /\bhedra\b/i],
  ['eSpeak', /\bespeak(-ng)?\b/i],
  ['Festival or Flite', /\b(flite|festival speech)\b/i],
];

/** Programs in which recordings are changed by hand, or that change them for everybody. */
const EDITORS =
  /\b(audacity|adobe audition|adobe premiere|after effects|final cut|davinci resolve|imovie|capcut|wavelab|reaper|logic pro|ableton|garageband|sound forge|izotope|descript|filmora|vegas|kdenlive|openshot|shotcut|handbrake|lavf|lavc|ffmpeg|deepfacelab|faceswap|facefusion|roop|wav2lip)\b/i;

/** What the recording's own tags say about how it was made (ID3, Vorbis comments, RIFF INFO, MP4, Matroska, XMP). */
export const recordingMetadataDetector: Detector<TaggedRecording> = {
  name: 'recording-metadata',
  version: '1',
  family: 'METADATA',
  applicable: () => ({ applies: true }),
  examine({ tags, xmp }): Finding {
    const evidence: Evidence[] = [];
    let ratio = 0;
    const read = xmp.map(readXmp);
    for (const value of read.flatMap(({ digitalSourceTypes }) => digitalSourceTypes)) {
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
          detail: `The file's metadata give ${claim.term} as its digital source type: parts were made by a generative model.`,
        });
      }
    }
    const tools = [
      ...tags.filter(({ key }) => TOOL_TAGS.test(key)).map(({ value }) => value),
      ...read.flatMap(({ creatorTools, softwareAgents }) => [...creatorTools, ...softwareAgents]),
    ];
    for (const tool of new Set(tools.map((value) => value.slice(0, 300)))) {
      const generator = GENERATORS.find(([, test]) => test.test(tool))?.[0];
      if (generator !== undefined) {
        ratio = Math.max(ratio, DISCLOSED);
        evidence.push({ code: 'GENERATOR_NAMED', detail: `The file names ${generator} as the program that wrote it.` });
        continue;
      }
      const editor = EDITORS.exec(tool)?.[1];
      if (editor !== undefined) {
        evidence.push({
          code: 'WRITER_NAMED',
          detail: `The file names ${editor} as a program that wrote it; most recordings that went through it are not forged.`,
        });
      }
    }
    if (evidence.length === 0) {
      const none = tags.length === 0 && xmp.length === 0;
      return nothing(1, [
        none
          ? { code: 'METADATA_ABSENT', detail: 'The file carries no tags; that is no sign of anything.' }
          : { code: 'METADATA_UNREMARKABLE', detail: 'The tags name no generator or editor.' },
      ]);
    }
    const finding = { logLikelihoodRatio: ratio, quality: 1, evidence: evidence.slice(0, 20) };
    return ratio >= DISCLOSED ? { ...finding, manipulation: 'AI_DISCLOSED', settles: true } : finding;
  },
};
