export { type Capture, type CaptureDesk, captureDesk, type CaptureState, type IssuedCapture } from './desk.ts';
export { CAPTURE_BOUNDS } from './rules.ts';
export { type CaptureUploads, captureUploads, type NewUpload, type UploadState } from './uploads.ts';
