import type { useAppProps } from 'antd/es/app/context'
import { isValidElement } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { preferences } from '../session/preferences.ts'
import { setToastHost, toast } from './toast.ts'

const opened: { duration?: number | null; content?: unknown; title?: unknown; actions?: unknown; key?: unknown }[] = []
const host = { open: (given: object) => opened.push(given), destroy: () => {} }
beforeEach(() => {
  opened.length = 0
  setToastHost({ message: host, notification: host, modal: {} } as unknown as useAppProps)
  preferences.set({ ...preferences.get(), language: 'zh' })
})
const last = () => opened.at(-1)!

test('R-148 success and pending have words of their own, and take others', () => {
  toast.success()
  expect(last().content).toBe('操作成功')
  toast.loading()
  expect(last().content).toBe('处理中，请稍候')
  toast.loading('排产中')
  expect(last().content).toBe('排产中')
  preferences.set({ ...preferences.get(), language: 'en' })
  toast.success()
  expect(last().content).toBe('Done')
})
test('R-149 without words nothing is shown', () => {
  toast.error('')
  toast.warning('')
  toast.notice({ text: '' })
  expect(opened).toEqual([])
  toast.error('x')
  expect(last().content).toBe('x')
})
test('R-186 a message hides after 2000 ms, a notice after 1900, what is pending stays', () => {
  toast.success()
  expect(last().duration).toBe(2)
  toast.notice({ text: 'saved' })
  expect(last().duration).toBe(1.9)
  toast.loading()
  expect(last().duration).toBe(0)
})
test('warnings of one answer are read together, and stay as long as all of them take', () => {
  toast.warnings(['MO1 will be late', 'MO2 will be late', ''])
  expect(opened).toHaveLength(1)
  expect(last()).toMatchObject({ key: 'failure', duration: 10 })
  const { content } = last()
  expect(isValidElement(content)).toBe(true)
  expect(JSON.stringify(content)).toMatch(/MO1 will be late.*MO2 will be late/)
  toast.warnings(['MO1 will be late'])
  expect(last()).toMatchObject({ key: 'failure', content: 'MO1 will be late', duration: 5 })
})
test('R-042 a notice has sign, text, type, button, address and its title, and a duration', () => {
  toast.notice({
    sign: 's',
    text: 'saved',
    type: 'success',
    btn: '查看',
    href: '/x',
    hrefTitle: '打开',
    duration: 5000,
  })
  expect(last()).toMatchObject({ key: 's', title: 'saved', type: 'success', duration: 5 })
  const { actions } = last()
  expect(isValidElement(actions) && actions.props).toMatchObject({ href: '/x', title: '打开', children: '查看' })
  toast.notice({ text: 'saved', btn: '查看' })
  expect(last().actions).toBeUndefined()
})
