import { text } from '@qitao/core/text.ts'
import { useOnlyRead } from '@qitao/platform/web/form/only-read.ts'
import { LineTable } from '@qitao/platform/web/lines/line-table.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { type BomLine, blankLine, bomLineForm } from './material-bom.form.ts'
import { SubstituteDialog } from './substitute.dialog.tsx'

/** The components, with paste from Excel: code, quantity, scrap %, position, remark, days. */
export function MaterialBomLines({ released }: { released: string | undefined }) {
  const readOnly = useOnlyRead()
  const say = useSay()
  const [line, setLine] = useState<BomLine>()
  return (
    <>
      <LineTable<BomLine>
        name="lines"
        of={bomLineForm}
        title={text('子项', 'Components')}
        blank={blankLine}
        change={(now, changed, picked) =>
          changed === 'material_id'
            ? {
                ...now,
                material_code: (picked?.code as string | undefined) ?? '',
                material_name: picked ? `${picked.code} ${picked.name}` : '',
                material_specs: (picked?.specs as string | undefined) ?? '',
                unit_name: (picked?.unit_name as string | undefined) ?? '',
              }
            : now
        }
        columns={[
          { name: 'material_id', width: 230 },
          { name: 'quantity', width: 90, decimals: 6 },
          { name: 'scrap_percent', width: 80, decimals: 4 },
          { name: 'position', width: 70 },
          { name: 'remark', width: 80 },
          { name: 'valid_from', width: 110 },
          { name: 'expiry_time', width: 110 },
          { name: 'unit_name', width: 55, show: one => one.unit_name ?? '' },
          { name: 'material_specs', width: 80, show: one => one.material_specs ?? '' },
          {
            name: 'substitutes',
            width: 95,
            show: one => (
              <Button
                type="link"
                size="small"
                disabled={!one.material_id || (readOnly && !released && one.substitutes.length === 0)}
                onClick={event => {
                  event.stopPropagation()
                  setLine(one)
                }}
              >
                {one.substitutes.length === 0
                  ? say(text('添加替代料', 'Add'))
                  : one.substitutes.map(({ material_code }) => material_code).join(', ')}
              </Button>
            ),
          },
        ]}
      />
      <Form.Item name="lines" noStyle>
        <SubstituteDialog line={line} released={released} onClose={() => setLine(undefined)} />
      </Form.Item>
    </>
  )
}
