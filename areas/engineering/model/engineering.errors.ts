import { errors } from '@qitao/core/refusal.ts'

export const engineeringErrors = errors({
  versionDuplicate: [5507, '版本号重复', 'Duplicate version'],
  bomMissing: [5517, '未维护已发布的BOM或工艺', 'No released BoM or routing'],
  bomReleased: [5518, '已发布的BOM或工艺路线不能修改或删除', 'A released BoM or routing cannot be altered or deleted'],
  sequenceRepeated: [
    5524,
    '与第{other_row}行重复；并行工序请在制造BOM中设置',
    'Row {other_row} has it already; what runs side by side is set in the manufacturing BoM',
  ],
  bomCycle: [5519, 'BOM存在循环引用', 'The BoM refers to itself'],
})
