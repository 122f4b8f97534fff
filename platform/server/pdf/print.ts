import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { Piscina } from 'piscina'
import { threadLost } from '../threads/thread-lost.ts'
import { stepsBehind } from '../threads/thread-priority.ts'
import type { LabelWork } from './labels.ts'
import type { SheetWork } from './sheets.ts'

/** PDFs are drawn in a thread. Fixed layouts, data only: no markup, nothing is fetched. */
const threads = new Piscina({
  filename: new URL('./print.worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 256 },
  niceIncrement: stepsBehind(),
}).on('error', threadLost)
/** Most labels of one file. */
const mostLabels = 2000
/** A scanner reads bars from 0.17 mm on; the code has 80 mm. */
const mostModules = 80 / 0.17

export async function printLabels(work: LabelWork): Promise<Uint8Array> {
  if (work.labels.length * work.copies > mostLabels)
    refuse(generalErrors.badParameter, {
      field: 'copies',
      detail: text('一次最多打印2000张标签', 'At most 2000 labels at once'),
    })
  if (work.type === 'barcode') {
    // Loaded when the first is asked for, and never in a thread of a job.
    const { modulesOf } = await import('./codes.ts')
    for (const { code } of work.labels) {
      if (!/^[\x20-\x7e]+$/.test(code) || modulesOf(code) > mostModules)
        refuse(generalErrors.badParameter, {
          code,
          detail: text(
            '编号「{code}」太长或含有条形码不支持的字符，请改用二维码',
            'The code "{code}" is too long for a bar code, or has signs that it does not know: use a QR code',
          ),
        })
    }
  }
  return (await threads.run(work, { name: 'labels' })) as Uint8Array
}
export const printSheets = (work: SheetWork): Promise<Uint8Array> =>
  threads.run(work, { name: 'sheets' }) as Promise<Uint8Array>
