import { PlainPage } from '@qitao/platform/web/list/plain-page.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { materialTypeCalls } from '../model/material/material-type.calls.ts'
import { materialType } from '../model/material/material-type.record.ts'

/** The types that materials are sorted by. */
export default function MaterialConfigurationPage() {
  return (
    <PlainPage
      record={materialType}
      calls={materialTypeCalls}
      columns={['code', 'name', 'remark']}
      name={row => `${row.code} ${row.name}`}
      mayChange={pages.materialConfiguration}
    />
  )
}
