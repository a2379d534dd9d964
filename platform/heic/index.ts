/** HEIC pictures, decoded by a program of the operating system in an isolated process. */
export { findHeicTool, HEIC_REMEDY, type HeicAnswer, HeicDecoder, type HeicRefusal } from './decoder.ts';
export { isHeic } from './header.ts';
