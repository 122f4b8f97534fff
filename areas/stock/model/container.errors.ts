import { errors } from '@qitao/core/refusal.ts'

/** Refusals of containers and their types (26xx). */
export const containerErrors = errors({
  typeCodeExists: [2601, '容器类型编码已存在', 'Container type code already exists'],
  typeNameExists: [2602, '容器类型名称已存在', 'Container type name already exists'],
  typeCodeTooLong: [2603, '容器类型编码不能超过50个字符', 'Container type code is limited to 50 characters'],
  typeNameTooLong: [2604, '容器类型名称不能超过50个字符', 'Container type name is limited to 50 characters'],
  specsTooLong: [2605, '容器规格不能超过255个字符', 'Container specs are limited to 255 characters'],
  typeInUse: [2606, '容器类型已被使用，不能删除', 'Container type is in use and cannot be deleted'],
  containerInUse: [2607, '容器内有库存，不能删除', 'Container holds stock and cannot be deleted'],
  containerNotFound: [2608, '容器不存在', 'Container does not exist'],
  codeExists: [2609, '容器编号已存在', 'Container number already exists'],
  typeFieldEmpty: [2610, '容器类型编码和名称不能为空', 'Container type code and name are required'],
})
