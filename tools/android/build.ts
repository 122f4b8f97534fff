/*
 * `npm run android`: the app for Android devices from tools/android/shell, assembled, aligned and signed.
 *   --out FILE        DATA_DIR/mobile-app/qitao-VERSION.apk, from where the sign-in page offers it
 *   --version 1.2.3   that of the product; a device takes a package over an older one only
 *   --key FILE.p12    a key of your own, with ANDROID_KEY_PASSWORD; else one is made once, DATA_DIR/android/key.p12
 */
import '../require-node-24.js'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '../..')
const shell = join(import.meta.dirname, 'shell')
/** One icon for the installed page and the app. */
const icon = join(root, 'apps/web/public/m/icon-192.png')

/** What a person can put right. */
export class AndroidProblem extends Error {}

const programs = ['apktool', 'zipalign', 'apksigner', 'keytool']
/** Programs that this machine lacks. */
export const missingPrograms = (): string[] =>
  programs.filter(name => spawnSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' }).status !== 0)

interface Package {
  readonly out: string
  readonly version: string
  readonly key: string
  readonly password: string
}
/** Devices older than this have no browser view that runs the page. */
const [oldestAndroid, targetAndroid] = [24, 33]

/** Makes the package; throws when it cannot be made, or does not carry its signature. */
export function buildPackage({ out, version, key, password }: Package): void {
  const code = versionCodeOf(version)
  const missing = missingPrograms()
  if (missing.length > 0)
    throw new AndroidProblem(
      `${missing.join(', ')} not found. On Debian and Ubuntu: apt-get install apktool zipalign apksigner default-jre-headless`,
    )
  const folder = mkdtempSync(join(tmpdir(), 'qitao-android-'))
  try {
    const [sources, unsigned, aligned, signed] = ['sources', 'unsigned.apk', 'aligned.apk', 'signed.apk'].map(name =>
      join(folder, name),
    ) as [string, string, string, string]
    cpSync(shell, sources, { recursive: true })
    mkdirSync(join(sources, 'res/drawable'))
    copyFileSync(icon, join(sources, 'res/drawable/icon.png'))
    writeFileSync(join(sources, 'apktool.yml'), apktoolSettings(version, code))
    run('apktool', ['build', '--force-all', sources, '--output', unsigned])
    run('zipalign', ['-f', '-p', '4', unsigned, aligned])
    const signing = ['--ks', key, '--ks-pass', 'env:ANDROID_KEY_PASSWORD']
    run('apksigner', ['sign', ...signing, '--out', signed, aligned], { ANDROID_KEY_PASSWORD: password })
    run('apksigner', ['verify', '--min-sdk-version', String(oldestAndroid), signed])
    mkdirSync(dirname(out), { recursive: true })
    // Whole or not at all: the folder is served.
    copyFileSync(signed, `${out}.new`)
    renameSync(`${out}.new`, out)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const placesOfVersion = 1000
/** A number that grows with the version. */
export function versionCodeOf(version: string): number {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(version)?.slice(1).map(Number)
  if (!parts) throw new AndroidProblem(`The version is ${version}; it has to be like 1.2.3, each at most 999.`)
  return parts.reduce((code, part) => code * placesOfVersion + part, 0)
}

const apktoolSettings = (version: string, code: number): string => `!!brut.androlib.meta.MetaInfo
apkFileName: qitao.apk
doNotCompress:
- resources.arsc
- png
isFrameworkApk: false
packageInfo:
  forcedPackageId: '127'
sdkInfo:
  minSdkVersion: '${oldestAndroid}'
  targetSdkVersion: '${targetAndroid}'
usesFramework:
  ids:
  - 1
version: 2.7.0
versionInfo:
  versionCode: '${code}'
  versionName: ${version}
`

const years = 30
/** The installation's own key, made once: a package that another key has signed is not taken over an installed one. */
export function ownKey(dataDir: string): Pick<Package, 'key' | 'password'> {
  const folder = join(dataDir, 'android')
  const [key, secret] = [join(folder, 'key.p12'), join(folder, 'password')]
  if (!existsSync(key)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(secret, randomBytes(24).toString('base64url'), { mode: 0o600 })
    const made = `${key}.new`
    rmSync(made, { force: true })
    run(
      'keytool',
      [
        ...['-genkeypair', '-keystore', made, '-storetype', 'PKCS12', '-storepass:env', 'ANDROID_KEY_PASSWORD'],
        ...['-alias', 'qitao', '-keyalg', 'RSA', '-keysize', '3072', '-validity', String(years * 365)],
        ...['-dname', 'CN=Qitao'],
      ],
      { ANDROID_KEY_PASSWORD: readFileSync(secret, 'utf8') },
    )
    chmodSync(made, 0o600)
    renameSync(made, key)
  }
  return { key, password: readFileSync(secret, 'utf8') }
}

function run(program: string, words: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  const { status, error, stdout, stderr } = spawnSync(program, words, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  if (status !== 0) throw new AndroidProblem(`${program} did not succeed: ${error?.message ?? `${stdout}${stderr}`}`)
}

function main(): void {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const { values } = parseArgs({
    options: { out: { type: 'string' }, version: { type: 'string', default: own.version }, key: { type: 'string' } },
  })
  const dataDir = process.env.DATA_DIR ?? join(root, 'data')
  const { version } = values
  const out = resolve(values.out ?? join(dataDir, 'mobile-app', `qitao-${version}.apk`))
  const password = process.env.ANDROID_KEY_PASSWORD
  if (values.key && !password) throw new AndroidProblem('--key is given: ANDROID_KEY_PASSWORD has to hold its password')
  buildPackage({ out, version, ...(values.key && password ? { key: resolve(values.key), password } : ownKey(dataDir)) })
  console.log(out)
}
if (import.meta.main)
  try {
    main()
  } catch (error) {
    if (!(error instanceof AndroidProblem)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
