import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { registry } from '@qitao/platform/server/http/metrics.ts'
import { beforeEach, expect, test } from 'vitest'
import { updateUserCompany } from '../../model/company/membership.calls.ts'
import { alterCompanyProfile, queryCompanyLogo } from '../../model/company/organization.calls.ts'
import { addUser } from '../../model/member/user.calls.ts'
import { beginMfa } from '../../model/session/mfa.calls.ts'
import { alterPassword, login, userInfo } from '../../model/session/session.calls.ts'
import { queryInvitation, resetPassword, sendVerifyCode, signUp } from '../../model/session/sign-up.calls.ts'

/** Guesses are few, and whoever guesses shuts nobody else out. */
const app = await testApp()
beforeEach(async () => {
  await app.database.pool.query('delete from sign_in_failure')
  await app.database.pool.query('update verify_code set sent_time = sent_time - 3600, address = $1', ['elsewhere'])
})
const password = 'Good-Pass1'
const office = '10.0.0.1'
const elsewhere = '203.0.113.9'

async function member() {
  const company = await app.company()
  const email = `${newId()}@plant.cn`
  const phone = `1${Math.floor(1e9 + Math.random() * 9e9)}`
  await company.admin.ok(addUser, { account: 'zhang', name: '张三', email, phone, password })
  const { company_code } = (await company.admin.ok(userInfo, {})).org
  return { company, company_code, email, phone }
}
const send = async (path: string, payload: object, remoteAddress = office, token?: string) => {
  const headers = token ? { authorization: token } : {}
  const answer = await app.app.inject({ method: 'POST', url: path, payload, remoteAddress, headers })
  return answer.json() as { code: number; data: { token: string } | null; message: string }
}
const signIn = async (of: object, from?: string) =>
  (await send(login.path, { account: 'zhang', password, ...of }, from)).code
const wrong = 'Wrong-Pass1'

test('account, phone and email are one account: five wrong passwords in all', async () => {
  const { company_code, email, phone } = await member()
  for (const account of ['zhang', email, phone, 'zhang', email])
    expect(await signIn({ company_code, account, password: wrong })).toBe(5258)
  for (const account of ['zhang', email, phone]) expect(await signIn({ company_code, account })).toBe(5266)
})

test('a stranger elsewhere does not lock the account of its owner', async () => {
  const { company_code } = await member()
  for (let tries = 0; tries < 6; tries++) await signIn({ company_code, password: wrong }, elsewhere)
  expect(await signIn({ company_code }, elsewhere)).toBe(5266)
  expect(await signIn({ company_code }, office)).toBe(200)
})

test('behind one address, too, wrong tries of others shut nobody out who was signed in there before', async () => {
  const { company_code } = await member()
  const device_key = newId()
  expect(await signIn({ company_code, device_key })).toBe(200)
  for (let tries = 0; tries < 6; tries++) await signIn({ company_code, password: wrong })
  await app.database.pool.query(
    `insert into sign_in_failure (company_code, account, address) select 'X', 'a' || n, $1 from generate_series(1, 30) n`,
    [office],
  )
  expect(await signIn({ company_code })).toBe(5266)
  expect(await signIn({ company_code, device_key: newId() })).toBe(5266)
  expect(await signIn({ company_code, device_key })).toBe(200)
  // The device is known at this account alone.
  const other = await member()
  expect(await signIn({ company_code: other.company_code, device_key })).toBe(5266)
})

test('addresses of one network of 64 bits are one: a household has them all', async () => {
  const { company_code } = await member()
  for (let tries = 0; tries < 5; tries++) await signIn({ company_code, password: wrong }, `2001:db8:1:2::${tries + 1}`)
  expect(await signIn({ company_code }, '2001:db8:1:2:ffff::1')).toBe(5266)
  expect(await signIn({ company_code }, '2001:db8:1:3::1')).toBe(200)
})

test('a known device has five tries as well', async () => {
  const { company_code } = await member()
  const device_key = newId()
  await signIn({ company_code, device_key })
  for (let tries = 0; tries < 5; tries++) expect(await signIn({ company_code, device_key, password: wrong })).toBe(5258)
  expect(await signIn({ company_code, device_key })).toBe(5266)
})

test('many addresses have twenty-five tries at one account together, and a known device goes on', async () => {
  const { company_code } = await member()
  const device_key = newId()
  await signIn({ company_code, device_key })
  const codes: number[] = []
  for (let n = 0; n < 27; n++) codes.push(await signIn({ company_code, password: wrong }, `198.51.100.${n}`))
  expect(codes).toEqual([...Array(25).fill(5258), 5266, 5266])
  expect(await signIn({ company_code }, elsewhere)).toBe(5266)
  expect(await signIn({ company_code, device_key }, elsewhere)).toBe(200)
})

test('whoever finds a session open does not guess the password with it', async () => {
  const { company_code } = await member()
  const { data } = await send(login.path, { account: 'zhang', password, company_code })
  const alter = async (old_password: string) =>
    (await send(alterPassword.path, { old_password, new_password: 'Other-Pass2' }, office, data?.token)).code
  const guesses = await Promise.all(Array.from({ length: 12 }, () => alter(wrong)))
  expect(guesses.filter(code => code === 5258)).toHaveLength(5)
  expect(guesses.filter(code => code === 5266)).toHaveLength(7)
  expect(await alter(password)).toBe(5266)
  // Only sessions wait.
  expect(await signIn({ company_code })).toBe(200)
})

test('to switch the company, or to sign in elsewhere, gives no further tries at the password', async () => {
  const { admin } = await person()
  const { company_code } = (await admin.ok(userInfo, {})).org
  const switched = async (to: object, token: string) =>
    (await send(updateUserCompany.path, to, office, token)).data!.token
  const guess = (token: string) =>
    send(alterPassword.path, { old_password: wrong, new_password: 'Other-Pass2' }, office, token)
  for (let tries = 0; tries < 4; tries++) expect((await guess(admin.token)).code).toBe(5258)
  // The password of the second factor is the same one.
  expect((await send(beginMfa.path, { password: wrong }, office, admin.token)).code).toBe(5291)
  const there = await switched({ company_name: newId() }, admin.token)
  expect((await guess(there)).code).toBe(5266)
  expect((await send(beginMfa.path, { password: wrong }, office, there)).code).toBe(5266)
  expect((await guess(await switched({ company_code }, there))).code).toBe(5266)
})

test('a refused guess is not written down as done, and its key may be used again', async () => {
  const { company, company_code } = await member()
  const { data } = await send(login.path, { account: 'zhang', password, company_code })
  const alter = async (old_password: string) =>
    (
      await app.app.inject({
        method: 'POST',
        url: alterPassword.path,
        payload: { old_password, new_password: 'Other-Pass2' },
        headers: { authorization: data!.token, 'idempotency-key': 'one' },
      })
    ).json().code
  const count = async () =>
    (
      await app.database.pool.query('select count(*)::int as n from audit_log where org_id = $1 and call = $2', [
        company.org_id,
        alterPassword.path,
      ])
    ).rows[0].n
  expect(await alter(wrong)).toBe(5258)
  expect(await count()).toBe(0)
  expect([await alter(password), await alter(password)]).toEqual([200, 200])
  expect(await count()).toBe(1)
})

test('names of companies are not read off by trying codes', async () => {
  const { company_code } = await member()
  const read = (code: string) => send(queryCompanyLogo.path, { company_code: code })
  for (let n = 0; n < 30; n++) expect((await read(`NONE${n}`)).code).toBe(200)
  expect((await read(company_code)).code).toBe(5266)
  expect((await read('NONE')).code).toBe(5266)
  // Passwords and links are counted by themselves.
  expect(await signIn({ company_code })).toBe(200)
  expect((await send(queryInvitation.path, { qrcode_key: 'wrong' })).code).toBe(7705)
})

const contactOf = (name: string) => `${name}-${newId()}@plant.cn`
const codeSentTo = (contact: string) => /\d{6}/.exec(app.messages.findLast(({ to }) => to === contact)?.text ?? '')?.[0]

test('codes are sent alike to who has an account and who has none; only the code tells which', async () => {
  const { email: known } = await member()
  const unknown = contactOf('nobody')
  const ask = (account: string, scene: string) => send(sendVerifyCode.path, { account, scene })
  const reset = (account: string, verify_code: string) =>
    send(resetPassword.path, { account, verify_code, new_password: 'Other-Pass2' })
  expect(await ask(unknown, 'reset_password')).toEqual(await ask(known, 'reset_password'))
  expect(await ask(unknown, 'reset_password')).toEqual(await ask(known, 'reset_password'))
  expect(await reset(unknown, '000000x')).toEqual(await reset(known, '000000x'))
  expect((await reset(known, codeSentTo(known)!)).code).toBe(200)
  expect((await reset(unknown, codeSentTo(unknown)!)).code).toBe(5257)

  // The person is known by now.
  const stranger = contactOf('new')
  const sent = await app.database.pool.query('update verify_code set sent_time = sent_time - 60')
  expect(sent.rowCount).toBeGreaterThan(0)
  expect(await ask(stranger, 'signup')).toEqual(await ask(known, 'signup'))
  const register = (account: string, verify_code: string) =>
    send(signUp.path, { account, name: 'Li', password, verify_code, company_name: `Plant ${account}` })
  expect(await register(stranger, '000000x')).toEqual(await register(known, '000000x'))
  expect((await register(known, codeSentTo(known)!)).code).toBe(5262)
  expect((await register(stranger, codeSentTo(stranger)!)).code).toBe(200)
})

const hashes = async () => (await registry.getSingleMetric('qitao_password_hashes_total')!.get()).values[0]?.value ?? 0

test('no password is hashed for who has no right code, and at most five for one who has', async () => {
  const account = contactOf('code')
  await send(sendVerifyCode.path, { account, scene: 'signup' })
  const verify_code = codeSentTo(account)!
  const { company_code } = (await (await app.company()).admin.ok(userInfo, {})).org
  const register = (code: string, who = account) =>
    send(signUp.path, { account: who, name: 'Li', password, verify_code: code, company_name: company_code })
  const before = await hashes()
  for (let n = 0; n < 3; n++) {
    await register('x', contactOf('none'))
    await send(resetPassword.path, { account: contactOf('none'), verify_code: 'x', new_password: password })
  }
  expect(await hashes()).toBe(before)
  // The name of the company is taken: the right code opens nothing, and is not tried for ever.
  for (let n = 0; n < 7; n++) await register(verify_code)
  expect((await hashes()) - before).toBe(5)
})

test('thirty wrong codes from one address are enough, and no other address waits for it', async () => {
  const tryCode = async (from: string) =>
    (await send(resetPassword.path, { account: contactOf('x'), verify_code: '1', new_password: password }, from)).code
  for (let n = 0; n < 30; n++) expect(await tryCode(elsewhere)).toBe(5259)
  expect(await tryCode(elsewhere)).toBe(5266)
  expect(await tryCode(office)).toBe(5259)
})

test('who guesses at links does not keep people from signing in', async () => {
  const { company_code } = await member()
  for (let n = 0; n < 31; n++) await send(queryInvitation.path, { qrcode_key: `none${n}` })
  expect((await send(queryInvitation.path, { qrcode_key: 'none' })).code).toBe(5266)
  expect(await signIn({ company_code })).toBe(200)
})

/** An administrator whose contact is proved, and who may join and make companies. */
async function person() {
  const company = await app.company()
  await app.database.pool.query(
    `with made as (insert into person (id, contact) values ($1, $2) returning id)
      update app_user set person_id = made.id, password_hash = 'one that nobody knows' from made where org_id = $3`,
    [newId(), contactOf('boss'), company.org_id],
  )
  return company
}
const ageFailures = (seconds: number) =>
  app.database.pool.query('update sign_in_failure set failed_at = failed_at - $1::bigint', [seconds])

test('administrators guess neither codes nor names of companies: thirty wrong ones in a quarter of an hour, in all ways together', async () => {
  const { admin } = await person()
  const other = (await (await app.company()).admin.ok(userInfo, {})).org
  const join = async (company_code: string, from = office) =>
    (await send(updateUserCompany.path, { company_code }, from, admin.token)).code
  const make = async (company_name: string) =>
    (await send(updateUserCompany.path, { company_name }, office, admin.token)).code
  const rename = async (company_name: string) =>
    (await send(alterCompanyProfile.path, { company_name }, office, admin.token)).code
  for (let n = 0; n < 10; n++) {
    expect(await join(`NONE${n}`)).toBe(5260)
    expect(await make(other.name)).toBe(5265)
    expect(await rename(other.name)).toBe(5265)
  }
  for (const answer of [await join(other.company_code), await make(newId()), await rename(newId())])
    expect(answer).toBe(5266)
  // Wherever the next guess comes from, and a minute later; a quarter of an hour later the guesses are forgotten.
  expect(await join('NONE', elsewhere)).toBe(5266)
  await ageFailures(60)
  expect(await rename(newId())).toBe(5266)
  // Nobody is shut out: neither colleagues elsewhere, nor the member from signing in.
  const colleague = await person()
  const renamed = { company_name: newId() }
  expect((await send(alterCompanyProfile.path, renamed, elsewhere, colleague.admin.token)).code).toBe(200)
  await ageFailures(15 * 60)
  expect(await rename(newId())).toBe(200)
})

test('a hundred guesses at one moment are still thirty', async () => {
  const { admin } = await person()
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      send(updateUserCompany.path, { company_code: `NO${n}` }, office, admin.token),
    ),
  )
  expect(answers.filter(({ code }) => code === 5260)).toHaveLength(30)
})

test('who tries codes for a contact keeps its owner from nothing, and from many addresses has few tries', async () => {
  const account = contactOf('owner')
  await send(sendVerifyCode.path, { account, scene: 'signup' })
  const verify_code = codeSentTo(account)!
  const register = async (code: string, from: string) =>
    (await send(signUp.path, { account, name: 'Li', password, verify_code: code, company_name: newId() }, from)).code
  const place = (n: number) => `203.0.113.${n}`
  // The right one, too, after five wrong ones from there, and after twenty-five from everywhere.
  for (let tries = 0; tries < 5; tries++) expect(await register('x', place(1))).toBe(5259)
  expect(await register(verify_code, place(1))).toBe(5259)
  for (let tries = 0; tries < 20; tries++) expect(await register('x', place(2 + (tries % 10)))).toBe(5259)
  expect(await register(verify_code, place(99))).toBe(5259)
  // Where it was asked for the owner tries as if nobody else had.
  for (let tries = 0; tries < 4; tries++) expect(await register('x', office)).toBe(5259)
  expect(await register(verify_code, office)).toBe(200)
})

test('who asks for codes of a contact uses up none of its owner: neither the code that was sent nor the next one', async () => {
  const { email } = await member()
  const ask = async (from: string) =>
    (await send(sendVerifyCode.path, { account: email, scene: 'reset_password' }, from)).code
  const reset = async (verify_code: string, from: string) =>
    (await send(resetPassword.path, { account: email, verify_code, new_password: 'Other-Pass2' }, from)).code
  const place = (n: number) => `203.0.113.${n}`
  expect(await ask(office)).toBe(200)
  const own = codeSentTo(email)!
  for (let n = 0; n < 19; n++) expect(await ask(place(n))).toBe(200)
  expect(await ask(place(0))).toBe(5264)
  expect(await ask(place(50))).toBe(5264)
  expect(await reset(own, office)).toBe(200)
  // With the right one the others are used up, too.
  expect(await reset(codeSentTo(email)!, office)).toBe(5259)
  await app.database.pool.query('update verify_code set sent_time = sent_time - 60')
  expect(await ask(office)).toBe(5264)
  const [home, homeToday] = ['2001:db8:1:2::1', '2001:db8:1:2:aaaa::7']
  expect(await ask(homeToday)).toBe(5264)
  const signedIn = `insert into security_event (org_id, id, kind, user_id, address, agent)
    select org_id, gen_random_uuid(), 'signed_in', id, $2, '' from app_user where email = $1`
  await app.database.pool.query(signedIn, [email, office])
  expect(await ask(office)).toBe(200)
  expect(await reset(codeSentTo(email)!, place(77))).toBe(200)
  await app.database.pool.query('update verify_code set sent_time = sent_time - 60')
  await app.database.pool.query(signedIn, [email, home])
  expect(await ask(homeToday)).toBe(200)
})
