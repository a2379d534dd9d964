export { countryOfZone, extract, readDocument, type ExtractedDocument, type ExtractedField } from './extract.ts';
export { portraitPlace } from './portrait-place.ts';
export { decodeDocument, decodeImage, type DecodedImage, ImageRefused, LONGEST } from './raster.ts';
export { DocumentReader } from './read.ts';
export type { DocumentField, DocumentReading, StageFailure } from './types.ts';
