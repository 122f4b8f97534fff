import { isGranted } from '@qitao/core/grant.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { listUnitPrices } from '@qitao/purchasing/model/price/unit-price.calls.ts'

/** What is paid for materials is told to who sees their prices elsewhere. */
export const seesPrices = (member: Context['member']): boolean => isGranted(listUnitPrices, member.grants)
