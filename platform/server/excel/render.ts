import { Piscina } from 'piscina'
import { threadLost } from '../threads/thread-lost.ts'
import { stepsBehind } from '../threads/thread-priority.ts'
import type { SheetToWrite } from './write-workbook.ts'

/** Files are written in threads: a large export never stands on the event loop. */
const threads = new Piscina({
  filename: new URL('./render.worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 2,
  idleTimeout: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 256 },
  niceIncrement: stepsBehind(),
}).on('error', threadLost)

export const renderInThread = (sheets: readonly SheetToWrite[]): Promise<Uint8Array> =>
  threads.run(sheets, { name: 'sheets' }) as Promise<Uint8Array>
export const renderRows = (work: import('./export-sheet.ts').ExportWork): Promise<Uint8Array> =>
  threads.run(work, { name: 'rows' }) as Promise<Uint8Array>
