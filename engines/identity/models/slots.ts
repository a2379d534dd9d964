import { OCR_SLOTS, type OcrSlots } from '../document/ocr/slots.ts';
import { type FaceCalibration, OWN_CALIBRATION } from '../face/compare.ts';
import { FACE_SLOTS, type FaceSlots } from '../face/slots.ts';
import { MRZ_SLOT } from '../mrz/slot.ts';
import type { ModelSlot } from './session.ts';

/** The faces' embedding has a scale of its own, so its slot says what similarities mean. */
export interface EmbeddingSlot extends ModelSlot {
  calibration: FaceCalibration;
}

/** Every network of an examination by its place. An operator may fill one with another of the same inputs and outputs. */
export interface IdentityModels {
  mrzLines: ModelSlot;
  printDetection: ModelSlot;
  printRecognition: ModelSlot;
  printAlphabet: ModelSlot;
  faceProposal: ModelSlot;
  faceRefinement: ModelSlot;
  faceOutput: ModelSlot;
  faceLandmarks: ModelSlot;
  faceEmbedding: EmbeddingSlot;
}

/** What comes with the service. */
export const IDENTITY_MODELS: IdentityModels = {
  mrzLines: MRZ_SLOT,
  printDetection: OCR_SLOTS.detection,
  printRecognition: OCR_SLOTS.recognition,
  printAlphabet: OCR_SLOTS.alphabet,
  faceProposal: FACE_SLOTS.proposal,
  faceRefinement: FACE_SLOTS.refinement,
  faceOutput: FACE_SLOTS.output,
  faceLandmarks: FACE_SLOTS.landmarks,
  faceEmbedding: { ...FACE_SLOTS.embedding, calibration: OWN_CALIBRATION },
};

export const printSlots = (models: IdentityModels): OcrSlots => ({
  detection: models.printDetection,
  recognition: models.printRecognition,
  alphabet: models.printAlphabet,
});

export const faceSlots = (models: IdentityModels): FaceSlots => ({
  proposal: models.faceProposal,
  refinement: models.faceRefinement,
  output: models.faceOutput,
  landmarks: models.faceLandmarks,
  embedding: models.faceEmbedding,
});
