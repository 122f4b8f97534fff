import { log } from '../log.ts'

const endpoints = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
] as const

export const isExporting = (settings: NodeJS.ProcessEnv): boolean =>
  settings.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' && endpoints.some(name => Boolean(settings[name]))

/** Sends traces and metrics where the settings name a collector; answers how to end it. */
export async function openTelemetry(settings: NodeJS.ProcessEnv = process.env): Promise<{ close(): Promise<void> }> {
  if (!isExporting(settings)) return { close: async () => undefined }
  const { openExport } = await import('./otlp.ts')
  log.info({ endpoint: endpoints.map(name => settings[name]).find(Boolean) }, 'traces and metrics are sent')
  return openExport(settings)
}
