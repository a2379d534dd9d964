/** Lines of print: found, read, and which way up. */
export type { SlantedBox } from './boxes.ts';
export { around, cornersOf, LineReader, type LineReading, type ReadLine } from './lines.ts';
export { mainDirection, telling, towards } from './direction.ts';
export { OCR_SLOTS, type OcrSlots } from './slots.ts';
