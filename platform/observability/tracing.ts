import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** Ends tracing: what is still to be sent is sent. */
export type StopTracing = () => Promise<void>;

/**
 * Sends OpenTelemetry traces to an OTLP/HTTP endpoint. The exporter is loaded only here: a service without tracing
 * does not pay for it. Spans carry routes, statuses and request ids, and nothing of what was sent.
 */
export async function startTracing(endpoint: string, serviceVersion: string): Promise<StopTracing> {
  const [{ NodeTracerProvider }, { BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'compliance-verification-service',
      'service.version': serviceVersion,
    }),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })),
    ],
  });
  provider.register();
  return () => provider.shutdown();
}

const tracer = trace.getTracer('compliance-verification-service');

/** Runs a request in a span that continues the caller's trace (traceparent). */
export function startRequestSpan(headers: Readonly<Record<string, unknown>>, requestId: string): Span {
  const parent = propagation.extract(context.active(), headers);
  return tracer.startSpan('HTTP request', { kind: SpanKind.SERVER, attributes: { 'request.id': requestId } }, parent);
}

export function endRequestSpan(span: Span, method: string, route: string | undefined, status: number): void {
  span.updateName(`${method} ${route ?? 'unknown'}`);
  span.setAttributes({
    'http.request.method': method,
    'http.route': route ?? 'unknown',
    'http.response.status_code': status,
  });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Runs work in a span of its own; its failure is the span's. */
export async function inSpan<T>(name: string, work: () => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
