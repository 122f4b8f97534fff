import { PlainPage } from '@qitao/platform/web/list/plain-page.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { itemCalls } from '../../model/scheme/method.calls.ts'
import { defectClass, itemKind, qcMethodItem } from '../../model/scheme/method.record.ts'

/** Every characteristic that is inspected anywhere, with the method that it is of. */
export function ItemsTab() {
  return (
    <PlainPage
      record={qcMethodItem}
      calls={itemCalls}
      columns={[
        { name: 'name', width: 160 },
        { name: 'method_id', width: 180, sort: false },
        { name: 'kind', width: 120 },
        { name: 'defect_class', width: 90 },
        { name: 'lower_limit', width: 90, sort: false },
        { name: 'upper_limit', width: 90, sort: false },
        { name: 'unit', width: 70, sort: false },
        { name: 'choices', width: 160, sort: false },
        { name: 'standard', width: 160, sort: false },
        { name: 'tool', width: 120, sort: false },
        { name: 'required', width: 80, sort: false },
      ]}
      blank={{ kind: itemKind.codes.pass_fail, defect_class: defectClass.codes.major, required: true }}
      name={row => row.name}
      mayChange={pages.qcSchemes}
    />
  )
}
