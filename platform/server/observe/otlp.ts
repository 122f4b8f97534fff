import { type Attributes, ValueType } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type CollectionResult,
  DataPointType,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { registry } from '../http/metrics.ts'
import { traceBy, wantedTraceId } from './trace.ts'

/** Sends traces and metrics by OTLP over HTTP. Loaded only where it is asked for (`telemetry.ts`): it takes 27 MB and a fifth of a second. */

type Settings = NodeJS.ProcessEnv
const scope = { name: 'qitao' }
const usualMetricMs = 60_000

export interface Exporting {
  close(): Promise<void>
}
export function openExport(settings: Settings): Exporting {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'qitao' }))
    .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }))
  const random = new RandomIdGenerator()
  const provider =
    settings.OTEL_TRACES_EXPORTER === 'none' || !isNamed(settings, 'TRACES')
      ? undefined
      : new TracerProvider({
          resource,
          sampler: samplerOf(settings),
          idGenerator: { generateTraceId: wantedTraceId, generateSpanId: () => random.generateSpanId() },
          spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
        })
  const began = Date.now()
  const meters =
    settings.OTEL_METRICS_EXPORTER === 'none' || !isNamed(settings, 'METRICS')
      ? undefined
      : new MeterProvider({
          resource,
          readers: [
            new PeriodicExportingMetricReader({
              exporter: new OTLPMetricExporter(),
              exportIntervalMillis: Number(settings.OTEL_METRIC_EXPORT_INTERVAL || usualMetricMs),
              metricProducers: [{ collect: () => metricsNow(resource, began) }],
            }),
          ],
        })
  if (provider) traceBy(provider.getTracer(scope.name))
  return {
    async close() {
      traceBy(undefined)
      // A collector that is away holds up no stop.
      await Promise.allSettled([provider?.shutdown(), meters?.shutdown()])
    },
  }
}

const isNamed = (settings: Settings, signal: 'TRACES' | 'METRICS'): boolean =>
  Boolean(settings.OTEL_EXPORTER_OTLP_ENDPOINT || settings[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`])

/** The samplers of the standard, by their names. */
export function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: argument }: Settings): Sampler {
  const ratio = argument === undefined || argument === '' ? 1 : Number(argument)
  const root = (): Sampler => {
    switch (name?.replace(/^parentbased_/, '')) {
      case undefined:
      case '':
      case 'always_on':
        return new AlwaysOnSampler()
      case 'always_off':
        return new AlwaysOffSampler()
      case 'traceidratio':
        if (!(ratio >= 0 && ratio <= 1))
          throw new RangeError(`OTEL_TRACES_SAMPLER_ARG: ${argument} is not within 0 and 1.`)
        return new TraceIdRatioBasedSampler(ratio)
      default:
        throw new RangeError(
          `OTEL_TRACES_SAMPLER: ${name} is none of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio.`,
        )
    }
  }
  return name && !name.startsWith('parentbased_') ? root() : new ParentBasedSampler({ root: root() })
}

type Found = Awaited<ReturnType<typeof registry.getMetricsAsJSON>>[number]
interface Value {
  readonly value: number
  readonly labels: Readonly<Record<string, string | number | undefined>>
  readonly metricName?: string
}

/** The metrics that `/metrics` tells, so that both ways say the same. */
export async function metricsNow(
  resource: CollectionResult['resourceMetrics']['resource'],
  began: number,
): Promise<CollectionResult> {
  const times = { startTime: hrTime(began), endTime: hrTime(Date.now()) }
  const metrics = (await registry.getMetricsAsJSON()).flatMap(found => metricOf(found, times) ?? [])
  return { resourceMetrics: { resource, scopeMetrics: [{ scope, metrics }] }, errors: [] }
}
type Times = Pick<MetricData['dataPoints'][number], 'startTime' | 'endTime'>
const hrTime = (ms: number): [number, number] => [Math.floor(ms / 1000), (ms % 1000) * 1_000_000]

function metricOf(found: Found, times: Times): MetricData | undefined {
  const { name, help, type } = found
  const values: readonly Value[] = found.values
  const common = {
    descriptor: {
      name,
      description: help,
      unit: /_seconds(_total)?$/.test(name) ? 's' : '',
      valueType: ValueType.DOUBLE,
    },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  const points = values.map(({ value, labels }) => ({ ...times, value, attributes: attributesOf(labels) }))
  switch (String(type)) {
    case 'counter':
      return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points }
    case 'gauge':
      return { ...common, dataPointType: DataPointType.GAUGE, dataPoints: points }
    case 'histogram':
      return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(name, values, times) }
    default:
      return undefined
  }
}
const attributesOf = (labels: Value['labels']): Attributes =>
  Object.fromEntries(Object.entries(labels).filter(([name]) => name !== 'le'))

/** Prometheus counts up to each boundary, OTLP between two. */
function histograms(name: string, values: readonly Value[], times: Times) {
  const byLabels = Map.groupBy(values, ({ labels }) => JSON.stringify(attributesOf(labels)))
  return [...byLabels.values()].map(of => {
    const buckets = of.filter(({ metricName }) => metricName === `${name}_bucket`)
    const upTo = buckets.map(({ value }) => value)
    const one = (suffix: string) => of.find(({ metricName }) => metricName === `${name}_${suffix}`)?.value ?? 0
    return {
      ...times,
      attributes: attributesOf(of[0]?.labels ?? {}),
      value: {
        buckets: {
          boundaries: buckets.map(({ labels }) => Number(labels.le)).filter(Number.isFinite),
          counts: upTo.map((count, index) => count - (upTo[index - 1] ?? 0)),
        },
        sum: one('sum'),
        count: one('count'),
      },
    }
  })
}
