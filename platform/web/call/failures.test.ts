import { errors } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { expect, test } from 'vitest'
import { CallFailure, defineErrors, failureLevel, failureText } from './failures.ts'

const refused = (code: number, data = {}, message = '') => new CallFailure('refused', code, data, message)
defineErrors([errors({ frozen: [9901, '设备{device}已冻结', 'Device {device} is frozen'] })])

test('R-138 the text defined for a code comes before the server message', () => {
  expect(failureText(refused(5010, {}, 'from the server'), 'zh')).toBe('数据不存在或已被删除')
})
test('an area brings texts for its codes, with places filled in', () => {
  expect(failureText(refused(9901, { device: 'D1' }), 'en')).toBe('Device D1 is frozen')
})
test('the place comes before what is wrong', () => {
  const data = { row: 2, field: 'code', field_title: text('编号', 'Code') }
  expect(failureText(refused(5020, data), 'zh')).toBe('第2行「编号」：必填项不能为空')
})
test('R-138 a code that nobody defines shows the server message', () => {
  expect(failureText(refused(5799, {}, '供应商未启用'), 'zh')).toBe('供应商未启用')
})
test('R-138 without any message the default with its suffix is shown', () => {
  expect(failureText(refused(5799), 'en')).toBe('Request failed! Please contact the administrator')
})
test('R-142 http failures have their own texts, others the default', () => {
  expect(failureText(new CallFailure('http', 502), 'zh')).toBe('网关错误')
  expect(failureText(new CallFailure('http', 418), 'zh')).toBe('请求失败！请联系管理员')
})
test('R-173 what took too long says so after the default', () => {
  expect(failureText(new CallFailure('timeout', 0), 'zh')).toBe('请求失败！请联系管理员。请求超时，请稍后重试')
})
test('R-139 only 5056 and 5326 are warnings', () => {
  expect([5056, 5326, 5001, 5256].map(code => failureLevel(refused(code)))).toEqual([
    'warning',
    'warning',
    'error',
    'error',
  ])
})
