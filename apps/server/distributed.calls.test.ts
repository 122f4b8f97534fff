import { freshDatabase } from '@qitao/platform/server/testing/cluster.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

/**
 * A PostgreSQL distributed by company (Citus) takes a table whose keys and references hold the company; others are on every node, or on
 * one. What does not fit stands here with its reason, and in docs/operations.md: a new one is not let in by chance.
 */
const { config } = await freshDatabase()
const client = new pg.Client(config)
beforeAll(() => client.connect())
afterAll(() => client.end())
const named = async (statement: string): Promise<string[]> =>
  (await client.query<{ name: string }>(statement)).rows.map(({ name }) => name)

/** On every node (reference tables): few rows, which all companies' rows refer to. */
const onEveryNode = ['org', 'person']
/** On every node as well, though no company's row refers to them: of the installation, or asked for before the company is known. */
const beforeCompanies = [
  // Who knocks at the door, before anybody knows of which company.
  ...['asking', 'sign_in_failure', 'verify_code', 'passkey_challenge', 'passkey_challenge_key'],
  // Found by their secret alone.
  ...['session', 'api_token', 'invitation', 'share_link', 'terminal_device', 'passkey', 'oidc_attempt'],
  // Of whoever runs it.
  ...['migration', 'write_probe', 'slow_statement', 'backup_record'],
]
const elsewhere = [...onEveryNode, ...beforeCompanies].map(name => `'${name}'`).join()
const holdsCompany = (table: string, columns: string) => `exists (select from pg_attribute a
  where a.attrelid = ${table} and a.attname = 'org_id' and not a.attisdropped and ${columns})`
const ofCompanies = `c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in (${elsewhere})`

/** Tables without the company, and keys without it. */
const unfitTables = () =>
  named(
    `select c.relname as name from pg_class c where ${ofCompanies} and not ${holdsCompany('c.oid', 'true')} order by 1`,
  )
const unfitKeys = () =>
  named(`select i.relname as name from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    where ${ofCompanies} and (x.indisunique or x.indisexclusion) and not ${holdsCompany('c.oid', 'a.attnum = any(x.indkey::smallint[])')} order by 1`)
/** References that lead neither from a company's row to a row of the same company, nor to what is on every node. */
const unfitReferences = () =>
  named(`select distinct format('%s to %s', c.relname, t.relname) as name
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and t.relname not in (${elsewhere})
      and not (c.relname not in (${elsewhere}) and ${holdsCompany(
        'c.oid',
        `array_position(k.conkey, a.attnum) = array_position(k.confkey, (select b.attnum from pg_attribute b
          where b.attrelid = t.oid and b.attname = 'org_id'))`,
      )})
    order by 1`)

test('each table of companies has the company in its keys', async () => {
  expect(await unfitTables()).toEqual([])
  expect(await unfitKeys()).toEqual([])
})

/** To be dropped before the tables are spread, as they lead from every node to a company's rows. Members are never deleted; a terminal is. */
const droppedFirst = [
  ...['api_token to app_user', 'invitation to role', 'org to attachment', 'passkey to app_user', 'session to app_user'],
  ...['session to terminal', 'terminal_device to terminal'],
]
test('each reference stays within a company, or is one of those that are dropped first', async () => {
  expect(await unfitReferences()).toEqual(droppedFirst.toSorted())
})

test('a table, a key and a reference that do not fit are found', async () => {
  await client.query(`begin;
    create table planted_without (id uuid primary key);
    create table planted (org_id uuid not null, id uuid not null, of_id uuid unique, primary key (org_id, id));
    alter table planted add foreign key (of_id) references planted_without (id)`)
  expect(await unfitTables()).toEqual(['planted_without'])
  expect(await unfitKeys()).toEqual(['planted_of_id_key', 'planted_without_pkey'])
  expect(await unfitReferences()).toContain('planted to planted_without')
  await client.query('rollback')
})
