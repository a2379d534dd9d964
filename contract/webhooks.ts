import Type from 'typebox';
import {
  anyId,
  DateTime,
  DateTimeInput,
  id,
  listQuery,
  nullable,
  oneOf,
  organizationId,
  strict,
  Url,
} from './common.ts';
import { EVENT_TYPES, type EventType } from './events.ts';
import { operation } from './operation.ts';

export const WEBHOOK_STATUSES = ['ACTIVE', 'FAILED', 'DISABLED'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];
export const DELIVERY_STATUSES = ['PENDING', 'SUCCEEDED', 'FAILED'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export const ATTEMPT_ERRORS = ['TIMEOUT', 'CONNECTION_REFUSED', 'TLS', 'DNS', 'BLOCKED_ADDRESS', 'STATUS'] as const;

/** Longest overlap of a rotation, and its length where none is given, in seconds. */
export const MAX_OVERLAP_SECONDS = 604_800;
export const DEFAULT_OVERLAP_SECONDS = 86_400;

const eventName = oneOf(EVENT_TYPES);
const subscription = Type.Array(oneOf([...EVENT_TYPES, '*'] as readonly (EventType | '*')[]), {
  minItems: 1,
  uniqueItems: true,
  description: 'Event names; `*` stands for all',
});
const Secret = Type.String({
  minLength: 16,
  maxLength: 256,
  format: 'plain-text',
  description: 'Signs every delivery; for the Standard Webhooks headers, base64 behind `whsec_` is decoded',
});
const Description = Type.String({ maxLength: 500, format: 'free-text' });

export const WebhookInput = strict({
  url: Url,
  events: subscription,
  secret: Type.Optional(Secret),
  description: Type.Optional(nullable(Description)),
  organizationId,
});
export const WebhookPatch = strict(
  {
    url: Type.Optional(Url),
    events: Type.Optional(subscription),
    description: Type.Optional(nullable(Description)),
    status: Type.Optional(oneOf(['ACTIVE', 'DISABLED'])),
    organizationId,
  },
  { minProperties: 1 },
);

export const Webhook = strict({
  webhookId: id('wh'),
  id: id('wh'),
  url: Type.String(),
  events: Type.Array(Type.String()),
  description: nullable(Type.String()),
  status: oneOf(WEBHOOK_STATUSES),
  previousSecretExpiresAt: Type.Union([DateTime, Type.Null()], {
    description: "End of a rotation's overlap; null where none is under way",
  }),
  createdAt: DateTime,
  updatedAt: DateTime,
});
export const WebhookWithSecret = strict({
  ...Webhook.properties,
  secret: Type.String({ description: 'Shown this once' }),
});

const Attempt = strict({
  attempt: Type.Integer({ minimum: 1 }),
  timestamp: DateTime,
  responseCode: nullable(Type.Integer()),
  duration: Type.Integer({ minimum: 0, description: 'milliseconds' }),
  error: nullable(oneOf(ATTEMPT_ERRORS)),
  responseBody: nullable(Type.String({ description: 'the first 1 KiB' })),
});

export const Delivery = strict({
  deliveryId: id('dlv'),
  id: id('dlv'),
  webhookId: id('wh'),
  event: eventName,
  eventId: id('evt'),
  status: oneOf(DELIVERY_STATUSES),
  success: Type.Boolean({ description: 'of the latest attempt; false before the first' }),
  responseCode: nullable(Type.Integer({ description: 'of the latest attempt' })),
  duration: nullable(Type.Integer({ minimum: 0, description: 'of the latest attempt, in milliseconds' })),
  retryCount: Type.Optional(Type.Integer({ minimum: 1, description: 'attempts after the first' })),
  timestamp: Type.String({
    format: 'date-time',
    description: 'Start of the latest attempt; before the first, when the delivery was made',
  }),
  nextAttemptAt: Type.Union([DateTime, Type.Null()], {
    description: 'When the next attempt is due; a moment that has passed means as soon as possible',
  }),
  createdAt: DateTime,
  attempts: Type.Array(Attempt, { description: 'the latest 25, oldest first' }),
});

const params = strict({ webhookId: anyId() });
const deliveryParams = strict({ webhookId: anyId(), deliveryId: anyId() });
const tag = 'Webhooks';
const urlErrors = ['WEBHOOK_URL_NOT_HTTPS', 'WEBHOOK_URL_NOT_ALLOWED'] as const;

const exampleWebhook = {
  webhookId: 'wh_01k9x2v7q8e5m3r4t6y8z0a1b2',
  id: 'wh_01k9x2v7q8e5m3r4t6y8z0a1b2',
  url: 'https://example.com/hooks/compliance',
  events: ['verification.completed', 'aml.match_found'],
  description: 'Onboarding',
  status: 'ACTIVE',
  previousSecretExpiresAt: null,
  createdAt: '2026-11-02T09:30:00.000Z',
  updatedAt: '2026-11-02T09:30:00.000Z',
} as const;
const exampleSecret = 'whsec_TUlHZk1BMEdDU3FHU0liM0RRRUJBUVVBQTRHTkFEQ0Ix';

export const createWebhook = operation({
  operationId: 'createWebhook',
  tag,
  method: 'POST',
  path: '/webhooks',
  summary: 'Register an endpoint for events',
  description: 'The secret is shown in this answer only. Where none is chosen, one is made.',
  scope: 'webhooks:write',
  body: WebhookInput,
  status: 201,
  data: WebhookWithSecret,
  errors: [...urlErrors, 'CONFLICT'],
  examples: {
    request: {
      url: exampleWebhook.url,
      events: [...exampleWebhook.events],
      description: exampleWebhook.description,
    },
    response: { ...exampleWebhook, secret: exampleSecret },
  },
});

export const listWebhooks = operation({
  operationId: 'listWebhooks',
  tag,
  method: 'GET',
  path: '/webhooks',
  summary: 'List endpoints',
  scope: 'webhooks:read',
  query: listQuery(WEBHOOK_STATUSES, ['createdAt'], {}),
  status: 200,
  list: true,
  data: Webhook,
  errors: ['INVALID_CURSOR'],
});

export const getWebhook = operation({
  operationId: 'getWebhook',
  tag,
  method: 'GET',
  path: '/webhooks/:webhookId',
  summary: 'Read an endpoint',
  scope: 'webhooks:read',
  params,
  query: strict({ organizationId }),
  status: 200,
  data: Webhook,
  errors: ['NOT_FOUND'],
  examples: { response: exampleWebhook },
});

export const updateWebhook = operation({
  operationId: 'updateWebhook',
  tag,
  method: 'PATCH',
  path: '/webhooks/:webhookId',
  summary: 'Change an endpoint',
  description:
    'DISABLED ends all deliveries: those still to be made are marked FAILED and can be sent again later (see recover). ' +
    'ACTIVE also clears the mark FAILED.',
  scope: 'webhooks:write',
  params,
  body: WebhookPatch,
  status: 200,
  data: Webhook,
  errors: ['NOT_FOUND', ...urlErrors],
  examples: { request: { events: ['*'] }, response: { ...exampleWebhook, events: ['*'] } },
});

export const deleteWebhook = operation({
  operationId: 'deleteWebhook',
  tag,
  method: 'DELETE',
  path: '/webhooks/:webhookId',
  summary: 'Remove an endpoint, its deliveries and its log',
  scope: 'webhooks:write',
  params,
  query: strict({ organizationId }),
  status: 200,
  data: strict({ webhookId: id('wh'), deleted: Type.Literal(true) }),
  errors: ['NOT_FOUND'],
});

export const rotateWebhookSecret = operation({
  operationId: 'rotateWebhookSecret',
  tag,
  method: 'POST',
  path: '/webhooks/:webhookId/secret/rotate',
  summary: 'Give an endpoint a new secret, with an overlap',
  description:
    'Until the overlap ends, X-Service-Signature stays on the old secret and webhook-signature carries both. ' +
    'A rotation within an overlap replaces the new secret and begins the overlap again; the old one stays. ' +
    'overlapSeconds 0 changes over at once.',
  scope: 'webhooks:write',
  params,
  body: strict({
    secret: Type.Optional(Secret),
    overlapSeconds: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MAX_OVERLAP_SECONDS, default: DEFAULT_OVERLAP_SECONDS }),
    ),
    organizationId,
  }),
  bodyOptional: true,
  status: 200,
  data: WebhookWithSecret,
  errors: ['NOT_FOUND'],
  examples: {
    request: { overlapSeconds: 86_400 },
    response: { ...exampleWebhook, previousSecretExpiresAt: '2026-11-03T09:30:00.000Z', secret: exampleSecret },
  },
});

export const promoteWebhookSecret = operation({
  operationId: 'promoteWebhookSecret',
  tag,
  method: 'POST',
  path: '/webhooks/:webhookId/secret/promote',
  summary: "End a rotation's overlap: only the new secret signs from now on",
  description: 'Changes nothing where no rotation is under way.',
  scope: 'webhooks:write',
  params,
  body: strict({ organizationId }),
  bodyOptional: true,
  status: 200,
  data: Webhook,
  errors: ['NOT_FOUND'],
});

export const testWebhook = operation({
  operationId: 'testWebhook',
  tag,
  method: 'POST',
  path: '/webhooks/:webhookId/test',
  summary: 'Send one example event of a type to an endpoint, now',
  description:
    'Answers after the attempt, at most five seconds. The attempt is logged as a delivery; there are no retries, and the ' +
    "endpoint's status stays as it is. Works for a DISABLED endpoint too.",
  scope: 'webhooks:write',
  params,
  body: strict({ event: eventName, organizationId }),
  status: 200,
  data: strict({
    deliveryId: id('dlv'),
    webhookId: id('wh'),
    event: eventName,
    responseCode: nullable(Type.Integer()),
    success: Type.Boolean(),
    duration: Type.Integer({ minimum: 0, description: 'milliseconds' }),
    error: nullable(oneOf(ATTEMPT_ERRORS)),
    timestamp: DateTime,
  }),
  errors: ['NOT_FOUND'],
  examples: { request: { event: 'verification.completed' } },
});

export const listDeliveries = operation({
  operationId: 'listDeliveries',
  tag,
  method: 'GET',
  path: '/webhooks/:webhookId/deliveries',
  summary: 'The log of an endpoint: one record per delivery',
  description: 'Deliveries that succeeded are kept for 30 days; those that failed, as long as the endpoint.',
  scope: 'webhooks:read',
  params,
  query: listQuery(DELIVERY_STATUSES, ['createdAt'], {
    event: Type.Optional(eventName),
    success: Type.Optional(Type.Boolean()),
  }),
  status: 200,
  list: true,
  data: Delivery,
  errors: ['NOT_FOUND', 'INVALID_CURSOR'],
});

export const redeliver = operation({
  operationId: 'redeliver',
  tag,
  method: 'POST',
  path: '/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
  summary: 'Send a delivery again',
  description:
    'One more attempt on the same record: the same delivery id and bytes, signed with the secret of now, without retries. ' +
    'Answers with the record as it waits for that attempt. Where retries are still to come, they stay as planned if it fails.',
  scope: 'webhooks:write',
  params: deliveryParams,
  body: strict({ organizationId }),
  bodyOptional: true,
  status: 202,
  data: Delivery,
  errors: ['NOT_FOUND', 'INVALID_STATE'],
});

export const recoverWebhook = operation({
  operationId: 'recoverWebhook',
  tag,
  method: 'POST',
  path: '/webhooks/:webhookId/recover',
  summary: 'Send again all deliveries that failed since a moment',
  description: 'Each begins its schedule anew: up to three attempts.',
  scope: 'webhooks:write',
  params,
  body: strict({ since: DateTimeInput, organizationId }),
  status: 202,
  data: strict({ webhookId: id('wh'), since: DateTime, requeued: Type.Integer({ minimum: 0 }) }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: { request: { since: '2026-11-02T00:00:00Z' } },
});

export const getSourceAddresses = operation({
  operationId: 'getSourceAddresses',
  tag,
  method: 'GET',
  path: '/webhooks/source-addresses',
  summary: 'The addresses that deliveries come from, for allowlists',
  description: 'Empty where the operator has set none: deliveries then leave from any address of the service.',
  scope: 'webhooks:read',
  query: strict({ organizationId }),
  status: 200,
  data: strict({ sourceAddresses: Type.Array(Type.String()) }),
  examples: { response: { sourceAddresses: ['203.0.113.10', '203.0.113.11', '203.0.113.12'] } },
});

export const webhookOperations = [
  createWebhook,
  listWebhooks,
  getSourceAddresses,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  promoteWebhookSecret,
  testWebhook,
  listDeliveries,
  redeliver,
  recoverWebhook,
];
