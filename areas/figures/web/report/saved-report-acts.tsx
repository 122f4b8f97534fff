import { CopyOutlined, DeleteOutlined, MailOutlined, SaveOutlined, ShareAltOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { remove } from '@qitao/platform/web/list/act.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { Form } from 'antd'
import { type ReactNode, useState } from 'react'
import { sharing } from '../../model/report/report.status.ts'
import { setReportMailing } from '../../model/report/report-mailing.calls.ts'
import { reportOf } from '../../model/report/reports.ts'
import {
  addSavedReport,
  alterSavedReport,
  dropSavedReports,
  listSavedReports,
  type ReportDefinition,
  type SavedReportRow,
  savedReport,
} from '../../model/report/saved-report.calls.ts'
import { MailingDrawer } from './mailing.drawer.tsx'
import { RoleChoice } from './role-choice.tsx'

interface Entered {
  name: string
  sharing?: SavedReportRow['sharing'] | null | undefined
  role_ids?: string[] | null | undefined
}
const refreshes = [listSavedReports]
const ownersOnly = text('由{name}创建，可复制为自己的报表', 'Made by {name}: save a copy as yours')

/** What a report is called, who reads it, and what can be done with it. */
export function SavedReportActs({
  definition,
  kept,
  isChanged,
  onShow,
  children,
}: {
  definition: ReportDefinition
  kept: SavedReportRow | undefined
  /** It is shown otherwise than it is kept. */
  isChanged: boolean
  /** Undefined: no saved one. */
  onShow: (id: string | undefined) => void
  children: ReactNode
}) {
  const say = useSay()
  const language = useLanguage()
  const { user } = useSession()
  const [dialog, setDialog] = useState<'new' | 'edit'>()
  const [mailed, setMailed] = useState(false)
  const add = useCommand(addSavedReport, { refreshes, done: ({ id }) => onShow(id) })
  const alter = useCommand(alterSavedReport, { refreshes, done: ({ id }) => onShow(id) })
  const drop = useCommand(dropSavedReports, { refreshes, done: () => onShow(undefined) })
  const name =
    kept?.name ?? say(definition.report_type ? reportOf(definition.report_type).title : text('自选指标', 'Own choice'))
  const owner = kept?.owner_name ?? '—'
  const whyNot =
    kept && !kept.is_mine
      ? text(ownersOnly.zh.replace('{name}', owner), ownersOnly.en.replace('{name}', owner))
      : undefined
  const isAdmin = user.is_admin
  const copyName = kept ? (language === 'zh' ? `${kept.name} 副本` : `${kept.name} copy`) : name
  const values: Entered =
    dialog === 'edit' && kept
      ? { name: kept.name, sharing: kept.sharing, role_ids: kept.role_ids }
      : { name: copyName.slice(0, 60), sharing: sharing.codes.private, role_ids: [] }
  return (
    <div className="qt-list-head">
      <h2 className="qt-report-name">
        {name}
        {isChanged ? <span className="qt-secondary"> {say(text('（已改动）', '(changed)'))}</span> : null}
        {whyNot ? <span className="qt-secondary"> {owner}</span> : null}
      </h2>
      <div className="qt-toolbar">
        {kept ? (
          <>
            <ActButton
              act={{
                title: text('保存', 'Save'),
                icon: <SaveOutlined aria-hidden />,
                whyNot: whyNot ?? (isChanged ? undefined : text('没有改动', 'Nothing was changed')),
                run: alter.with(() => ({
                  ...{ id: kept.id, row_version: kept.row_version, definition },
                  ...{ name: kept.name, sharing: kept.sharing, role_ids: kept.role_ids },
                })),
              }}
            />
            <ActButton
              act={{
                title: text('定时邮件', 'Mail by itself'),
                icon: <MailOutlined aria-hidden />,
                whyNot: isAdmin && kept.is_mailed ? undefined : whyNot,
                run: needing(setReportMailing, () => setMailed(true)),
              }}
            />
            <ActButton
              act={{
                title: text('名称和共享', 'Name and readers'),
                icon: <ShareAltOutlined aria-hidden />,
                whyNot,
                run: needing(alterSavedReport, () => setDialog('edit')),
              }}
            />
          </>
        ) : null}
        <ActButton
          act={{
            title: kept ? text('复制', 'Copy') : text('另存为报表', 'Save as a report'),
            icon: kept ? <CopyOutlined aria-hidden /> : <SaveOutlined aria-hidden />,
            run: needing(addSavedReport, () => setDialog('new')),
          }}
        />
        {children}
        {kept ? (
          <ActButton
            act={{
              ...remove([kept.name], drop.with({ ids: [kept.id] }), { whyNot: isAdmin ? undefined : whyNot }),
              icon: <DeleteOutlined aria-hidden />,
            }}
          />
        ) : null}
      </div>
      {kept && mailed ? <MailingDrawer report={kept} onClose={() => setMailed(false)} /> : null}
      <DialogForm<Entered>
        open={dialog !== undefined}
        title={
          dialog === 'edit'
            ? text('报表的名称和共享', 'Name and readers of the report')
            : text('另存为报表', 'Save as a report')
        }
        values={values}
        save={
          dialog === 'edit' && kept
            ? saveWith(alter, (given: Entered) => ({
                ...given,
                ...{ id: kept.id, row_version: kept.row_version, definition: kept.definition },
              }))
            : saveWith(add, (given: Entered) => ({ ...given, definition }))
        }
        onClose={() => setDialog(undefined)}
      >
        <ReaderFields />
      </DialogForm>
    </div>
  )
}

function ReaderFields() {
  const say = useSay()
  const given = Form.useWatch('sharing')
  return (
    <>
      <Field of={savedReport} name="name" autoFocus />
      <Field of={savedReport} name="sharing" />
      {given === sharing.codes.roles ? (
        <Field of={savedReport} name="role_ids" input={<RoleChoice title={say(savedReport.fields.role_ids.title)} />} />
      ) : null}
      <p className="qt-secondary qt-field-wide">
        {say(
          text(
            '共享的是报表的做法，不是数字：每个人看到的都按自己的权限重新计算。',
            'What is shared is how the report is made, not its figures: each reader computes them under the own rights.',
          ),
        )}
      </p>
    </>
  )
}
