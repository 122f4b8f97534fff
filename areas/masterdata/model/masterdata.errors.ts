import { errors } from '@qitao/core/refusal.ts'

/** Refusals of master data: units (5005-5008), prices (5311, 5313), stock bounds (5902), time ranges (5612), partners (6201-6208). */
export const masterdataErrors = errors({
  unitNotFound: [5005, '单位不存在', 'Unit does not exist'],
  unitExists: [5006, '单位已存在', 'Unit already exists'],
  unitInUse: [5007, '单位已被使用，不能修改或删除', 'Unit is in use and cannot be altered or deleted'],
  unitConversionInvalid: [5008, '单位换算关系不存在或不正确', 'Unit conversion is missing or wrong'],
  priceExists: [5311, '该有效期内单价已存在', 'A unit price already exists for this period'],
  priceNegative: [5313, '单价不能小于0', 'The unit price cannot be below 0'],
  badTimeRange: [5612, '时间范围不正确', 'Bad time range'],
  stockBoundsInvalid: [5902, '库存上限必须大于库存下限', 'The inventory upper bound must exceed the lower bound'],
  customerCodeExists: [6201, '客户编号已存在', 'The customer code already exists'],
  customerNameExists: [6202, '客户名称已存在', 'The customer name already exists'],
  customerFieldEmpty: [6203, '客户编号和名称不能为空', 'Customer code and name are required'],
  customerInUse: [6204, '客户已被使用，不能删除', 'The customer is in use and cannot be deleted'],
  supplierCodeExists: [6205, '供应商编号已存在', 'The supplier code already exists'],
  supplierNameExists: [6206, '供应商名称已存在', 'The supplier name already exists'],
  supplierFieldEmpty: [6207, '供应商编号和名称不能为空', 'Supplier code and name are required'],
  supplierInUse: [6208, '供应商已被使用，不能删除', 'The supplier is in use and cannot be deleted'],
  orgLinkExists: [6209, '组织关联已存在', 'The organisation link already exists'],
  orgLinkFieldEmpty: [6210, '关联组织不能为空', 'The linked organisation is required'],
})
