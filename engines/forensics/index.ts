export {
  drawRevisions,
  type PageChange,
  type RevisionPicture,
  type RevisionPictures,
} from './document/revision-pictures.ts';
export { examineMedia, type ForensicInput } from './examine.ts';
export { fuse, FUSION_VERSION } from './fuse.ts';
export type { TrustList } from './provenance.ts';
export type { Frame, PictureChoice, RecordingDecoder } from './recording/decoder.ts';
export {
  type Artefact,
  type Conclusion,
  type Detector,
  type Evidence,
  type Family,
  type Finding,
  type ForensicFindings,
  type Manipulation,
  type MediaKind,
  MediaRefused,
  type Region,
  type RefusalCode,
  type Reported,
  type Stretch,
} from './types.ts';
