import type { WageSheetRow } from '../model/wage-sheet.record.ts'
import { WorkHours } from './work-time.tsx'

/** What a sheet comes to, kind by kind. */
export const sheetFigures = [
  { name: 'quantity', width: 100, sort: false },
  { name: 'defective_quantity', width: 90, sort: false },
  { name: 'piece_wage', width: 110, sort: false },
  {
    name: 'work_seconds',
    width: 100,
    sort: false,
    render: ({ work_seconds }: WageSheetRow) => <WorkHours seconds={work_seconds} />,
  },
  { name: 'hour_wage', width: 110, sort: false },
  { name: 'supplement_wage', width: 110, sort: false },
  { name: 'deduction_wage', width: 110, sort: false },
  { name: 'correction_wage', width: 110, sort: false },
  { name: 'total_wage', width: 120, sort: true },
]
