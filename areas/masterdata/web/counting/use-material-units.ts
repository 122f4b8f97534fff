import type { Out } from '@qitao/core/call.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useMemo } from 'react'
import { queryMaterialUnits } from '../../model/unit/unit.calls.ts'

type MaterialUnits = Out<typeof queryMaterialUnits>['result'][number]
/** In what each material may be counted; those that are in no answer yet are absent. */
export function useMaterialUnits(material_ids: readonly string[]): ReadonlyMap<string, MaterialUnits> {
  const input = material_ids.length > 0 ? { material_ids: [...material_ids] } : null
  const { data } = useCall(queryMaterialUnits, input, { keepPrevious: true })
  return useMemo(() => new Map((data?.result ?? []).map(units => [units.material_id, units])), [data])
}
