import { isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { type Act, act } from '@qitao/platform/web/list/act.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { type ReactNode, useState } from 'react'
import { dropExpedites, expediteLines } from '../../model/line/expedite.calls.ts'
import { splitPurchaseLine } from '../../model/line/split-line.calls.ts'
import { purchaseStatus } from '../../model/purchase.status.ts'
import { ExpediteDialog, expediteRefreshes } from './expedite.dialog.tsx'
import type { OpenLine } from './open-line.ts'
import { SplitLineDialog } from './split-line.dialog.tsx'

const received = text('该行已全部入库', 'The line is received in full')

/** What a buyer does to a single line of an order that was sent, and the dialogs in which it is done. */
export function useLineActs(): {
  acts: (line: OpenLine) => Act[]
  /** Of lines of one order. */
  expedite: (lines: readonly OpenLine[]) => Act
  dialogs: ReactNode
} {
  const [split, setSplit] = useState<OpenLine>()
  const [expedited, setExpedited] = useState<readonly OpenLine[]>()
  const drop = useCommand(dropExpedites, { refreshes: expediteRefreshes })
  const openOnly = (line: OpenLine, one: Act): Act =>
    isPositive(line.open_quantity) || one.whyNot ? one : { ...one, whyNot: received }
  const expedite = (lines: readonly OpenLine[]): Act => {
    const [first] = lines
    return {
      title: text('催货', 'Expedite'),
      whyNot: first && purchaseStatus.whyNot('expedite', first.status),
      run: needing(expediteLines, () => setExpedited(lines)),
    }
  }
  return {
    expedite,
    acts: line => [
      openOnly(line, expedite([line])),
      ...(line.wished_date === null
        ? []
        : [
            {
              title: text('撤销催货', 'Withdraw'),
              run: needing(dropExpedites, () => drop.run({ id: line.order_id, line_ids: [line.line_id] })),
            },
          ]),
      openOnly(
        line,
        act(
          purchaseStatus,
          'split',
          line.status,
          needing(splitPurchaseLine, () => setSplit(line)),
          { title: text('拆分', 'Split') },
        ),
      ),
    ],
    dialogs: (
      <>
        {split ? <SplitLineDialog of={split} onClose={() => setSplit(undefined)} /> : null}
        {expedited ? <ExpediteDialog lines={expedited} onClose={() => setExpedited(undefined)} /> : null}
      </>
    ),
  }
}

/** The same beside the line. */
export const LineActs = ({ acts }: { acts: readonly Act[] }) => (
  <>
    {acts.map(one => (
      <ActButton key={one.title.zh} act={one} type="link" size="small" />
    ))}
  </>
)
