import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { FormSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { Button } from 'antd'
import { bomVersionStatus } from '../../model/bom/bom-version.status.ts'
import { queryBomWhereUsed } from '../../model/bom/material-bom.calls.ts'
import '../engineering.css'

interface Material {
  readonly id: string
  readonly code: string
  readonly name: string
}

/** Which BoMs have the material as a component or a substitute; a click on a product goes one level up. */
export function WhereUsedDrawer({
  material,
  onMaterial,
  onClose,
}: {
  material: Material
  onMaterial: (next: Material) => void
  onClose: () => void
}) {
  const say = useSay()
  const used = useCall(queryBomWhereUsed, { material_id: material.id })
  return (
    <DetailDrawer
      open
      title={`${say(text('物料反查', 'Where used'))}: ${material.code} ${material.name}`}
      onClose={onClose}
    >
      {used.error ? (
        <ErrorState failure={used.error} retry={used.refetch} />
      ) : !used.data ? (
        <FormSkeleton />
      ) : used.data.result.length === 0 ? (
        <EmptyState text={text('没有物料BOM使用它', 'No material BoM uses it')} />
      ) : (
        <table className="qt-plain-table">
          <thead>
            <tr>
              <th>{say(text('产品', 'Product'))}</th>
              <th>{say(text('版本', 'Version'))}</th>
              <th>{say(text('状态', 'Status'))}</th>
              <th className="qt-end">{say(text('用量', 'Quantity'))}</th>
            </tr>
          </thead>
          <tbody>
            {used.data.result.map(row => (
              <tr key={`${row.bom_id} ${row.as_substitute}`}>
                <td>
                  <button
                    type="button"
                    className="qt-link"
                    onClick={() => onMaterial({ id: row.product_id, code: row.product, name: row.product_name })}
                  >
                    {row.product} {row.product_name}
                  </button>
                </td>
                <td>
                  <Button type="link" size="small" onClick={() => openEdit(pages.editMaterialBom, { id: row.bom_id })}>
                    {row.version}
                  </Button>
                </td>
                <td>
                  <StatusTag of={bomVersionStatus.stateOf(row.status)} />
                  {row.as_substitute ? <StatusTag of={{ ...text('替代', 'Substitute'), colour: 'info' }} /> : null}
                </td>
                <td className="qt-end">
                  <Quantity value={row.quantity} unit={row.unit_name} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </DetailDrawer>
  )
}
