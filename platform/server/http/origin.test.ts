import { expect, test } from 'vitest'
import { originOf } from './origin.ts'

const called = (host: string, public_url?: string) => originOf({ protocol: 'http', host }, public_url)

test.each([
  'localhost:3000',
  'localhost',
  '127.0.0.1:3000',
  '10.1.2.3',
  '172.20.0.4:8080',
  '192.168.1.9:3000',
  '[::1]:3000',
  '[fd00::7]:3000',
  'qitao-server:3000',
  'plan.factory.local',
  'plan.factory.lan:3000',
])('%s of the own network is taken as it is called', host => expect(called(host)).toBe(`http://${host}`))

test.each([
  'evil.example',
  'evil.example:3000',
  '8.8.8.8',
  '[2001:db8::1]:3000',
  'user@localhost',
  'localhost/x?',
  'localhost.evil.example',
  '172.32.0.1',
  '',
])('%s may be forged', host => expect(called(host)).toBeNull())

test('the usual port goes without saying', () => expect(called('localhost:80')).toBe('http://localhost'))

test('an address that is set is the address, whatever is called', () => {
  expect(called('evil.example', 'https://plan.example.com/')).toBe('https://plan.example.com')
  expect(called('localhost', 'https://plan.example.com')).toBe('https://plan.example.com')
})
