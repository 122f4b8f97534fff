import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { text } from '@qitao/core/text.ts'
import { submittedTo } from '@qitao/document-kit/web'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import { act, remove } from '@qitao/platform/web/list/act.ts'
import { ActButton, NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { useState } from 'react'
import { type SchemeRow, schemeCalls } from '../../model/scheme/scheme.calls.ts'
import { qcScheme } from '../../model/scheme/scheme.record.ts'
import { schemeStatus } from '../../model/scheme/scheme.status.ts'
import { schemeAnswers } from '../refreshes.ts'
import { MatchDialog } from './match.dialog.tsx'
import { SamplingText } from './sampling-text.tsx'

/** Which inspection applies to which goods, in which version. */
export function SchemesTab() {
  const { may } = useSession()
  const [matches, setMatches] = useState(false)
  const refreshes = schemeAnswers
  const release = useCommand(schemeCalls.release, { refreshes, success: submittedTo })
  const stop = useCommand(schemeCalls.stop, { refreshes })
  const renew = useCommand(schemeCalls.renew, { refreshes, done: ({ id }) => openEdit(pages.editQcScheme, { id }) })
  const drop = useCommand(schemeCalls.drop, { refreshes })
  const edit = (row?: SchemeRow) => openEdit(pages.editQcScheme, row ? { id: row.id } : {})
  const name = ({ code, version }: SchemeRow) => `${code} V${version}`
  return (
    <>
      <ListPage
        call={schemeCalls.list}
        record={qcScheme}
        columns={[
          { name: 'code', width: 130, ...(may(pages.editQcScheme) ? { opens: edit } : {}) },
          { name: 'name', width: 160 },
          { name: 'version', width: 70 },
          { name: 'status', width: 100 },
          { name: 'approval_status', width: 90, sort: false },
          { name: 'qc_type', width: 100 },
          { name: 'material_id', width: 180, sort: false },
          { name: 'type_id', width: 120, sort: false },
          { name: 'supplier_id', width: 140, sort: false },
          { name: 'process_id', width: 120, sort: false },
          { name: 'blocks', width: 130, sort: false },
          { name: 'every_pieces', hidden: true, sort: false },
          { name: 'every_hours', hidden: true, sort: false },
          { name: 'method_id', width: 140, sort: false },
          { name: 'sampling', width: 180, sort: false, render: row => <SamplingText of={row as SchemeRow} /> },
          { name: 'release_hours', width: 110, sort: false },
          { name: 'updated_time', hidden: true },
          { name: 'remark', hidden: true, sort: false },
        ]}
        filters={[
          'keyword',
          { name: 'statuses', of: 'status', many: true },
          'qc_type',
          'material_id',
          'supplier_id',
          'method_id',
        ]}
        rowActions={row => [
          act(
            schemeStatus,
            'alter',
            row.status,
            needing(schemeCalls.alter, () => edit(row)),
          ),
          act(schemeStatus, 'release', row.status, release.with({ ids: [row.id] })),
          { title: text('新版本', 'New version'), run: renew.with({ id: row.id }) },
          act(schemeStatus, 'stop', row.status, stop.with({ ids: [row.id] }), {
            danger: true,
            ask: { title: text('停用质检方案？', 'Turn the QC plan off?'), objects: [name(row)], danger: true },
          }),
          { ...remove([name(row)], drop.with({ ids: [row.id] })), whyNot: schemeStatus.whyNot('drop', row.status) },
        ]}
        bulkActions={rows => [remove(rows.map(name), drop.with({ ids: rows.map(({ id }) => id) }))]}
        toolbar={list => (
          <>
            <ActButton
              act={{
                title: text('适用哪个方案', 'Which plan applies'),
                run: needing(schemeCalls.match, () => setMatches(true)),
              }}
            />
            <ExchangeButtons list={list} exports={schemeCalls.export} />
            {may(pages.editQcScheme) ? (
              <NewButton title={text('新建方案', 'New plan')} run={needing(schemeCalls.add, () => edit())} />
            ) : null}
          </>
        )}
      />
      {matches ? <MatchDialog onClose={() => setMatches(false)} /> : null}
    </>
  )
}
