import type { Area } from '@qitao/platform/server/area.ts'
import { masterdataErrors } from '../model/masterdata.errors.ts'
import { masterdataKnown } from '../model/masterdata.known.ts'
import { calendarHandlers } from './calendar/calendar.handlers.ts'
import { masterdataExchanges, masterdataLookups } from './exchange.ts'
import { materialHandlers } from './material/material.handlers.ts'
import { variantHandlers } from './material/variant.handlers.ts'
import { orgLinkHandlers } from './partner/org-link.handlers.ts'
import { customerHandlers, partnerConstraints, supplierHandlers } from './partner/partner.handlers.ts'
import { machineRateHandlers } from './price/machine-rate.handlers.ts'
import { priceProposalHandlers } from './price/price-proposal.handlers.ts'
import { processHandlers } from './process/process.handlers.ts'
import { deviceHandlers } from './resource/device.handlers.ts'
import { skillHandlers } from './resource/skill.handlers.ts'
import { workgroupHandlers } from './resource/workgroup.handlers.ts'
import { unitHandlers } from './unit/unit.handlers.ts'
import { unitConversionHandlers } from './unit/unit-conversion.handlers.ts'

export { type CalendarFacts, loadCalendars, withDays } from './calendar/calendar.queries.ts'
export { type ChangedDay, daysAsked, prolongDays, takeBackDays } from './calendar/calendar-days.ts'
export { keepDefaultCalendar, lockCalendars } from './calendar/default-calendar.ts'
export { loadReceiving, workingTimeAbout } from './calendar/receiving.ts'
export { lockMaterials, type MaterialFacts, materialsByIds } from './material/material.queries.ts'
export { type ReorderLevel, setReorderLevels, setSupplyData } from './material/reorder-data.ts'
export { currencyWith, partnerTerms } from './partner/partner-terms.ts'
export { holdsOn, priceBooks, validityOn } from './price/price-list.ts'
export { rateHandlers } from './price/rate-list.ts'
export { wholeOrderProcess } from './process/whole-order-process.ts'
export { type DeviceFacts, loadDevices } from './resource/device.queries.ts'
export { addFreezes, removeFreezes } from './resource/device-freezes.ts'
export { expectOwn } from './resource/own-workgroups.ts'
export { loadSkills } from './resource/skill.handlers.ts'
export { workgroupsOf } from './resource/workgroups-of.ts'
export { conversionsOf, unitPrecisions } from './unit/unit.queries.ts'

export const masterdataArea: Area = {
  name: 'masterdata',
  known: masterdataKnown,
  ofWorkgroups: ['device_freeze'],
  handlers: [
    ...unitHandlers,
    ...unitConversionHandlers,
    ...materialHandlers,
    ...variantHandlers,
    ...customerHandlers,
    ...supplierHandlers,
    ...processHandlers,
    ...calendarHandlers,
    ...workgroupHandlers,
    ...skillHandlers,
    ...deviceHandlers,
    ...machineRateHandlers,
    ...priceProposalHandlers,
    ...orgLinkHandlers,
  ],
  exchanges: masterdataExchanges,
  lookups: masterdataLookups,
  constraints: {
    unit_org_id_name_key: masterdataErrors.unitExists,
    ...partnerConstraints,
    machine_rate_once: masterdataErrors.priceExists,
    org_link_once: masterdataErrors.orgLinkExists,
  },
}
