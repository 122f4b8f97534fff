import { errors } from '@qitao/core/refusal.ts'

/** Sign-in 5257-5267, roles 7026-7029 (7025 is general), approval 7701-7704, links 7705-7707, custom fields 7801-7804. */
export const accessErrors = errors({
  accountMissing: [5257, '账号不存在', 'The account does not exist'],
  passwordWrong: [5258, '账号或密码错误', 'Wrong account or password'],
  verifyCodeWrong: [5259, '验证码错误或已失效', 'The verification code is wrong or expired'],
  companyCodeUnknown: [5260, '公司编码不存在', 'The company code does not exist'],
  accountDisabled: [5261, '账号已停用', 'The account is disabled'],
  accountExists: [5262, '账号已存在', 'The account already exists'],
  passwordWeak: [5263, '密码不符合规则', 'The password does not meet the rules'],
  verifyCodeTooOften: [5264, '验证码发送过于频繁', 'Verification codes are requested too often'],
  companyExists: [5265, '公司名称已存在', 'The company name already exists'],
  signInTooOften: [
    5266,
    '登录失败次数过多，请{minutes}分钟后再试',
    'Too many failed sign-ins, try again in {minutes} min',
  ],
  companiesTooMany: [
    5267,
    '24小时内最多新建{limit}家公司，请{hours}小时后再试',
    'At most {limit} new companies in 24 hours, try again in {hours} h',
  ],
  roleNameExists: [7026, '角色名称已存在', 'The role name already exists'],
  roleInUse: [7027, '角色已被使用，不能删除', 'The role is in use and cannot be deleted'],
  lastAdmin: [7028, '至少保留一个管理员', 'At least one administrator must remain'],
  selfNotAllowed: [7029, '不能对自己执行此操作', 'This is not possible for oneself'],
  approvalMissing: [7701, '审批单不存在', 'The approval does not exist'],
  approvalNotTurn: [7702, '未轮到您审批', 'It is not your turn to approve'],
  approvalHandled: [7703, '审批已处理', 'The approval was handled already'],
  noApprover: [7704, '未设置审批人', 'No approver is set'],
  linkWrong: [7705, '链接校验失败', 'The URL check failed'],
  linkExpired: [7706, '链接已过期', 'The link has expired'],
  publicAddressUnknown: [
    7707,
    '系统未设置对外访问地址，不能生成链接',
    'The address of the system is not set: no link can be made',
  ],
  approversUnfit: [7708, '审批人不符合要求', 'The approvers do not fit'],
  customFieldLimit: [7801, '自定义字段最多10个', 'At most 10 custom fields'],
  customFieldExists: [7802, '自定义字段名称已存在', 'The custom field name already exists'],
  customFieldMissing: [7803, '自定义字段不存在', 'The custom field does not exist'],
  customFieldValueInvalid: [7804, '自定义字段值不正确', 'Wrong custom field value'],
})
