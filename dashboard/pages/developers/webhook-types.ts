import type { Static } from 'typebox';
import type {
  Delivery as DeliverySchema,
  Webhook as WebhookSchema,
  WebhookWithSecret as WithSecretSchema,
} from '../../../contract/webhooks.ts';

export type Webhook = Static<typeof WebhookSchema>;
export type WebhookWithSecret = Static<typeof WithSecretSchema>;
export type Delivery = Static<typeof DeliverySchema>;
