import type { Area } from '@qitao/platform/server/area.ts'
import { masterdataErrors } from '../model/masterdata.errors.ts'
import { masterdataKnown } from '../model/masterdata.known.ts'
import { calendarHandlers } from './calendar.handlers.ts'
import { deviceHandlers } from './device.handlers.ts'
import { masterdataExchanges, masterdataLookups } from './exchange.ts'
import { materialHandlers } from './material.handlers.ts'
import { orgLinkHandlers } from './org-link.handlers.ts'
import { customerHandlers, partnerConstraints, supplierHandlers } from './partner.handlers.ts'
import { processHandlers } from './process.handlers.ts'
import { unitHandlers } from './unit.handlers.ts'
import { unitConversionHandlers } from './unit-conversion.handlers.ts'
import { workgroupHandlers } from './workgroup.handlers.ts'

export { type CalendarFacts, loadCalendars } from './calendar.queries.ts'
export { type ChangedDay, prolongDays, takeBackDays } from './calendar-days.ts'
export { type DeviceFacts, loadDevices } from './device.queries.ts'
export { addFreezes, removeFreezes } from './device-freezes.ts'
export { lockMaterials, type MaterialFacts, materialsByIds } from './material.queries.ts'
export { conversionsOf, unitPrecisions } from './unit.queries.ts'
export { workgroupsOf } from './workgroups-of.ts'

export const masterdataArea: Area = {
  name: 'masterdata',
  known: masterdataKnown,
  handlers: [
    ...unitHandlers,
    ...unitConversionHandlers,
    ...materialHandlers,
    ...customerHandlers,
    ...supplierHandlers,
    ...processHandlers,
    ...calendarHandlers,
    ...workgroupHandlers,
    ...deviceHandlers,
    ...orgLinkHandlers,
  ],
  exchanges: masterdataExchanges,
  lookups: masterdataLookups,
  constraints: {
    unit_org_id_name_key: masterdataErrors.unitExists,
    ...partnerConstraints,
    org_link_once: masterdataErrors.orgLinkExists,
  },
}
