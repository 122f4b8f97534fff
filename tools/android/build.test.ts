import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hostEvents } from '@qitao/platform/web/form/host-events.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AndroidProblem, buildPackage, missingPrograms, ownKey, versionCodeOf } from './build.ts'

const shell = join(import.meta.dirname, 'shell')
const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8')
const smali = 'smali/app/qitao/floor'

test('a later version has a larger number, and another kind of version is refused', () => {
  const codes = ['0.1.0', '0.1.1', '0.2.0', '1.0.0', '1.0.10', '1.10.0', '999.999.999'].map(versionCodeOf)
  expect(codes).toEqual(codes.toSorted((a, b) => a - b))
  expect(new Set(codes).size).toBe(codes.length)
  // What Android takes at most.
  expect(codes.at(-1)).toBeLessThan(2_100_000_000)
  for (const version of ['1.2', '1.2.3.4', 'v1.2.3', '1.2.1000']) expect(() => versionCodeOf(version)).toThrow(version)
})

test('the app tells the page by the names that the page hears', () => {
  const floor = read(shell, `${smali}/Floor.smali`)
  for (const name of Object.values(hostEvents)) expect(floor).toContain(`\\'${name}\\'`)
})

test('a scan alone leads the app nowhere: any program can send one', () => {
  const [, scanned = ''] =
    /\.method public scanned\(([\s\S]*?)\.end method/.exec(read(shell, `${smali}/Floor.smali`)) ?? []
  expect(scanned).toContain('setText')
  expect(scanned).not.toMatch(/;->(connect|open)\(/)
})

test('each word of the app is there in Chinese and in English', () => {
  const names = (folder: string) =>
    [...read(shell, `res/${folder}/strings.xml`).matchAll(/<string name="(\w+)">/g)].map(([, name]) => name)
  expect(names('values-zh')).toEqual(names('values'))
})

/** Java starts five times, whatever else the machine has to do. */
const patience = 180_000
// Of the distribution, not of npm: where they are not, the sources are not built, and this says so.
const missing = missingPrograms()
describe.skipIf(missing.length > 0)(
  `the package${missing.length > 0 ? ` (no ${missing.join(', ')} here)` : ''}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'qitao-apk-'))
    const [out, decoded] = [join(folder, 'qitao-1.2.3.apk'), join(folder, 'decoded')]
    const asked = (program: string, ...words: string[]) => spawnSync(program, words, { encoding: 'utf8' })
    const certificateOf = (path: string) =>
      /SHA-256 digest: (\w{64})/.exec(
        asked('apksigner', 'verify', '--print-certs', '--min-sdk-version', '24', path).stdout,
      )?.[1]
    beforeAll(() => {
      buildPackage({ out, version: '1.2.3', ...ownKey(folder) })
      expect(asked('apktool', 'decode', '--force', '--output', decoded, out).status).toBe(0)
    }, patience)
    afterAll(() => rmSync(folder, { recursive: true }))

    test(
      'is small, aligned and signed by the key of the installation, the same each time',
      () => {
        expect(statSync(out).size).toBeLessThan(100_000)
        expect(asked('zipalign', '-c', '-p', '4', out).status).toBe(0)
        expect(certificateOf(out)).toHaveLength(64)
        const next = join(folder, 'next.apk')
        buildPackage({ out: next, version: '1.2.4', ...ownKey(folder) })
        expect(certificateOf(next)).toBe(certificateOf(out))
        expect(readdirSync(join(folder, 'android')).toSorted()).toEqual(['key.p12', 'password'])
        expect(statSync(join(folder, 'android/password')).mode & 0o077).toBe(0)
      },
      patience,
    )

    test('is not what it was when a byte of it is another', () => {
      const bytes = readFileSync(out)
      const at = bytes.indexOf('classes.dex') + 100
      bytes[at] = bytes[at]! ^ 1
      const changed = join(folder, 'changed.apk')
      writeFileSync(changed, bytes)
      expect(asked('apksigner', 'verify', '--min-sdk-version', '24', changed).status).not.toBe(0)
    })

    test('a wrong password of the key is told in words', () => {
      const { key } = ownKey(folder)
      const build = () => buildPackage({ out: join(folder, 'no.apk'), version: '1.2.3', key, password: 'wrong' })
      expect(build).toThrow(AndroidProblem)
      expect(readdirSync(folder)).not.toContain('no.apk')
    })

    test('asks for what it needs and lets nobody else in', () => {
      const manifest = read(decoded, 'AndroidManifest.xml')
      const all = (pattern: RegExp) => [...manifest.matchAll(pattern)].map(([, found]) => found)
      expect(all(/<uses-permission android:name="([^"]+)"/g)).toEqual([
        'android.permission.INTERNET',
        'android.permission.CAMERA',
        'android.permission.VIBRATE',
        'com.honeywell.decode.permission.DECODE',
      ])
      expect(manifest).toContain('android:allowBackup="false"')
      expect(manifest).not.toContain('debuggable')
      expect(manifest).toMatch(/<provider [^>]*android:exported="false"/)
      expect(all(/<(?:activity|service|receiver|provider)[^>]* android:name="([^"]+)"/g)).toEqual(['.Floor', '.Photos'])
      expect(read(decoded, 'apktool.yml')).toMatch(/versionName: 1\.2\.3/)
    })

    test('its code hears the scanners, opens no door to the page and trusts no certificate that the device does not', () => {
      const classes = readdirSync(join(decoded, smali)).toSorted()
      expect(classes).toEqual(['Floor', 'Pages', 'Photos', 'Scans', 'Windows'].map(name => `${name}.smali`))
      const code = classes.map(name => read(decoded, `${smali}/${name}`)).join('\n')
      const scans = read(decoded, `${smali}/Scans.smali`)
      for (const heard of [
        'app.qitao.floor.SCAN',
        'android.intent.ACTION_DECODE_DATA',
        'android.intent.action.SCANRESULT',
        'com.honeywell.aidc.action.ACTION_CLAIM_SCANNER',
        'com.honeywell.aidc.action.ACTION_RELEASE_SCANNER',
        'com.symbol.datawedge.api.SET_CONFIG',
        'com.symbol.datawedge.data_string',
        'barcode_string',
      ])
        expect(scans).toContain(`"${heard}"`)
      expect(code).not.toContain('addJavascriptInterface')
      expect(code).not.toMatch(/SslErrorHandler;->proceed/)
      expect(code).toMatch(/SslErrorHandler;->cancel/)
      // Whatever is read from a label goes into the page quoted.
      expect(read(decoded, `${smali}/Floor.smali`)).toMatch(/JSONObject;->quote[\s\S]*evaluateJavascript/)
    })
  },
)
