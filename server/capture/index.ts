export { type CaptureOptions, registerCapture } from './routes.ts';
