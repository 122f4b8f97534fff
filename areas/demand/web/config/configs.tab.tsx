import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { remove } from '@qitao/platform/web/list/act.ts'
import { ActButton, NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useState } from 'react'
import {
  addForecastConfig,
  alterDefaultForecastConfig,
  alterForecastConfig,
  alterForecastConfigStatus,
  dropForecastConfigs,
  type ForecastConfigRow,
  listForecastConfigs,
} from '../../model/config/forecast-config.calls.ts'
import { forecastConfig } from '../../model/config/forecast-config.record.ts'
import { demandErrors } from '../../model/demand.errors.ts'
import { usePeriods } from '../periods.tsx'
import { ConfigDrawer, type EditedConfig } from './config.drawer.tsx'

const { enabled, disabled } = enabledStatus.codes
const refreshes = [listForecastConfigs]

/** With which model a material is forecast where that is not to be the mean of all. */
export function ConfigsTab() {
  const say = useSay()
  const { dimension, choice } = usePeriods()
  const [edited, edit] = useState<EditedConfig>()
  const status = useCommand(alterForecastConfigStatus, { refreshes })
  const drop = useCommand(dropForecastConfigs, { refreshes })
  const usual = useCall(listForecastConfigs, { time_dimension: dimension, page_size: 1 }).data?.result.find(
    one => one.is_default,
  )
  const name = (row: ForecastConfigRow) => row.material_code ?? say(text('默认', 'Default'))
  const inUse = (row: ForecastConfigRow) =>
    row.status === enabled && !row.is_default ? demandErrors.configEnabled.text : undefined
  const deletion = (rows: readonly ForecastConfigRow[]) =>
    remove(rows.map(name), drop.with({ ids: rows.map(({ id }) => id) }), {
      whyNot:
        rows.length === 1 ? (rows[0]!.is_default ? demandErrors.defaultConfigKept.text : inUse(rows[0]!)) : undefined,
    })
  const editing = (row: ForecastConfigRow) =>
    row.is_default ? edit({ of: 'default', row, dimension }) : edit({ of: 'material', row, dimension })
  return (
    <>
      <ListPage
        call={listForecastConfigs}
        record={forecastConfig}
        columns={[
          {
            name: 'material_id',
            width: 280,
            render: row =>
              row.is_default ? (
                say(text('默认（没有单独配置的物料）', 'Default (materials without a config)'))
              ) : (
                <>
                  {row.material_code} <span className="qt-secondary">{row.material_name}</span>
                </>
              ),
          },
          { name: 'model', width: 200, sort: false },
          { name: 'fixed', width: 180, sort: false, render: row => row.fixed || <span className="qt-none">—</span> },
          {
            name: 'like_material_id',
            width: 200,
            sort: false,
            render: row =>
              row.like_code === null ? (
                <span className="qt-none">—</span>
              ) : (
                `${row.like_code} ${row.like_name ?? ''} × ${row.like_share} %`
              ),
          },
          { name: 'status', width: 96, sort: false },
          {
            name: 'accuracy',
            title: text('上次准确率%', 'Accuracy %, last'),
            width: 130,
            sort: false,
            render: row => row.accuracy ?? <span className="qt-none">—</span>,
          },
        ]}
        filters={['keyword', 'material_id', 'status', { name: 'time_dimension', fixed: dimension }]}
        rowActions={row => [
          {
            title: text('编辑', 'Edit'),
            run: needing(row.is_default ? alterDefaultForecastConfig : alterForecastConfig, () => editing(row)),
            whyNot: inUse(row),
          },
          row.status === enabled
            ? { title: text('停用', 'Disable'), run: status.with({ ids: [row.id], status: disabled }) }
            : { title: text('启用', 'Enable'), run: status.with({ ids: [row.id], status: enabled }) },
          deletion([row]),
        ]}
        bulkActions={rows => [
          { title: text('启用', 'Enable'), run: status.with({ ids: rows.map(({ id }) => id), status: enabled }) },
          { title: text('停用', 'Disable'), run: status.with({ ids: rows.map(({ id }) => id), status: disabled }) },
          deletion(rows),
        ]}
        toolbar={() => (
          <>
            {choice}
            <ActButton
              act={{
                title: text('默认模型', 'Default model'),
                run: needing(alterDefaultForecastConfig, () => edit({ of: 'default', row: usual, dimension })),
              }}
            />
            <NewButton run={needing(addForecastConfig, () => edit({ of: 'material', row: undefined, dimension }))} />
          </>
        )}
      />
      <p className="qt-secondary">
        {say(
          text(
            '没有启用的配置时，预测是所有模型的加权平均。更改在下次计算时生效。',
            'Without an enabled config the forecast is the weighted mean of all models. Changes count from the next calculation.',
          ),
        )}
      </p>
      {edited ? <ConfigDrawer of={edited} refreshes={refreshes} onClose={() => edit(undefined)} /> : null}
    </>
  )
}
