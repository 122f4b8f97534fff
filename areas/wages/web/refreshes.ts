import {
  listMyWageLines,
  listMyWages,
  listWageLines,
  listWagePeriods,
  listWages,
  previewWages,
} from '../model/wage-sheet.calls.ts'

/** Asked again after whatever changes wages or their states. */
export const wageAnswers = [listWages, listWageLines, listWagePeriods, listMyWages, listMyWageLines, previewWages]
