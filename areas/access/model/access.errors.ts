import { errors } from '@qitao/core/refusal.ts'

/** Sign-in 5257-5266, roles 7026-7029 (7025 is general). */
export const accessErrors = errors({
  accountMissing: [5257, '账号不存在', 'The account does not exist'],
  passwordWrong: [5258, '账号或密码错误', 'Wrong account or password'],
  verifyCodeWrong: [5259, '验证码错误或已失效', 'The verification code is wrong or expired'],
  companyCodeUnknown: [5260, '公司编码不存在', 'The company code does not exist'],
  accountDisabled: [5261, '账号已停用', 'The account is disabled'],
  accountExists: [5262, '账号已存在', 'The account already exists'],
  passwordWeak: [5263, '密码不符合规则', 'The password does not meet the rules'],
  companyExists: [5265, '公司名称已存在', 'The company name already exists'],
  signInTooOften: [
    5266,
    '登录失败次数过多，请{minutes}分钟后再试',
    'Too many failed sign-ins, try again in {minutes} min',
  ],
  roleNameExists: [7026, '角色名称已存在', 'The role name already exists'],
  roleInUse: [7027, '角色已被使用，不能删除', 'The role is in use and cannot be deleted'],
  lastAdmin: [7028, '至少保留一个管理员', 'At least one administrator must remain'],
  selfNotAllowed: [7029, '不能对自己执行此操作', 'This is not possible for oneself'],
})
