import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'

/** Files that people or attackers send in place of an Excel file. All are made here; none is kept. */
type Parts = Readonly<Record<string, string | Buffer>>
const rel = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const types = (kind: string) =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${kind}"/></Types>`
const main = `${spreadsheet}.sheet.main+xml`
const cell = (place: string, words: string) => `<c r="${place}" t="inlineStr"><is><t>${words}</t></is></c>`
const head = `<row r="1">${cell('A1', '工序编码')}${cell('B1', '工序名称')}</row>`
const sheet = (rows: string, before = '') => `${before}<worksheet><sheetData>${rows}</sheetData></worksheet>`
const target = (path: string, more = '') =>
  `<Relationships><Relationship Id="r1" Type="${rel}/worksheet" Target="${path}"${more}/></Relationships>`

const good: Parts = {
  '[Content_Types].xml': types(main),
  'xl/workbook.xml': `<workbook xmlns:r="${rel}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': target('worksheets/sheet1.xml'),
  'xl/worksheets/sheet1.xml': sheet(`${head}<row r="2">${cell('A2', 'P-1')}${cell('B2', '车')}</row>`),
}

async function zip(parts: Parts): Promise<Buffer> {
  const file = new yazl.ZipFile()
  for (const [name, content] of Object.entries(parts)) file.addBuffer(Buffer.from(content), name)
  file.end()
  return buffer(file.outputStream)
}
const withSheet = (content: string | Buffer): Promise<Buffer> => zip({ ...good, 'xl/worksheets/sheet1.xml': content })
const withPart = (name: string, content: string | Buffer): Promise<Buffer> => zip({ ...good, [name]: content })

/** The bytes of every central directory entry of one name, changed. */
function patched(file: Buffer, name: string, change: (entry: Buffer) => void): Buffer {
  const copy = Buffer.from(file)
  for (
    let at = copy.indexOf('PK\u0001\u0002', 0, 'latin1');
    at >= 0;
    at = copy.indexOf('PK\u0001\u0002', at + 4, 'latin1')
  ) {
    const length = copy.readUInt16LE(at + 28)
    if (copy.toString('utf8', at + 46, at + 46 + length) === name) change(copy.subarray(at, at + 46 + length))
  }
  return copy
}
const rename = (file: Buffer, from: string, to: string): Buffer => {
  if (from.length !== to.length) throw new Error('a name of the same length')
  return Buffer.from(file.toString('latin1').replaceAll(from, to), 'latin1')
}
const part = 'xl/worksheets/sheet1.xml'

/** Name, file, and the code that it must be refused with. */
export const hostileFiles: readonly (readonly [
  what: string,
  make: () => Promise<Buffer> | Buffer,
  code: 5016 | 5019,
])[] = [
  ['nothing at all', () => Buffer.alloc(0), 5019],
  ['text', () => Buffer.from('code,name\nP-1,x\n'), 5019],
  ['a web page', () => Buffer.from('<html><table><tr><td>x</td></tr></table></html>'), 5019],
  ['a program', () => Buffer.from('MZ\u0090\u0000\u0003'), 5019],
  ['a PDF', () => Buffer.from('%PDF-1.7\n'), 5019],
  ['an old .xls, or one with a password', () => Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), 5019],
  ['an archive that is no workbook', () => zip({ 'a.txt': 'hello' }), 5019],
  [
    'a Word document',
    () =>
      zip({
        '[Content_Types].xml': types(
          'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
        ),
      }),
    5019,
  ],
  [
    'a binary workbook',
    () => zip({ ...good, '[Content_Types].xml': types('application/vnd.ms-excel.sheet.binary.macroEnabled.main') }),
    5019,
  ],
  [
    'a workbook with macros by its type',
    () => zip({ ...good, '[Content_Types].xml': types('application/vnd.ms-excel.sheet.macroEnabled.main+xml') }),
    5019,
  ],
  ['macros hidden in a plain workbook', () => withPart('xl/vbaProject.bin', 'macro'), 5019],
  ['a truncated file', async () => (await zip(good)).subarray(0, 400), 5019],
  ['a file with its middle overwritten', async () => Buffer.from((await zip(good)).fill(0xff, 60, 160)), 5019],
  ['a wrong checksum', async () => patched(await zip(good), part, entry => entry.writeUInt32LE(1, 16)), 5019],
  [
    'a password on a part',
    async () => patched(await zip(good), part, entry => entry.writeUInt16LE(entry.readUInt16LE(8) | 1, 8)),
    5019,
  ],
  [
    'a part that inflates to 300 MB',
    async () => patched(await zip(good), part, entry => entry.writeUInt32LE(300 << 20, 24)),
    5019,
  ],
  [
    'a part that inflates to more than it says',
    async () =>
      patched(await withSheet(sheet(`${head}<!--${' '.repeat(4 << 20)}-->`)), part, entry =>
        entry.writeUInt32LE(1000, 24),
      ),
    5019,
  ],
  ['an archive in place of the sheet', async () => withSheet(await zip(good)), 5019],
  [
    '1,100 parts',
    () => zip({ ...good, ...Object.fromEntries(Array.from({ length: 1_100 }, (_, n) => [`x/${n}`, ''])) }),
    5019,
  ],
  [
    'a name that leads out of the folder',
    async () => rename(await withPart('aa/evil.xml', 'x'), 'aa/evil.xml', '../evil.xml'),
    5019,
  ],
  ['an absolute name', async () => rename(await withPart('aetc/passwd', 'x'), 'aetc/passwd', '/etc/passwd'), 5019],
  [
    'one name twice',
    async () => rename(await withPart('xl/worksheets/sheet2.xml', sheet(head)), 'xl/worksheets/sheet2.xml', part),
    5019,
  ],
  [
    'an external entity',
    () =>
      withSheet(
        sheet(`<row r="1">${cell('A1', '&x;')}</row>`, '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
      ),
    5019,
  ],
  [
    'entities that multiply',
    () =>
      withSheet(
        sheet(
          `<row r="1">${cell('A1', '&c;')}</row>`,
          '<!DOCTYPE a [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]>',
        ),
      ),
    5019,
  ],
  [
    'an external entity in the shared texts',
    () => withPart('xl/sharedStrings.xml', '<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd"><sst/>'),
    5019,
  ],
  ['an entity that nobody declares', () => withSheet(sheet(`<row r="1">${cell('A1', '&nobody;')}</row>`)), 5019],
  [
    '100,000 elements inside each other',
    () => withSheet(`<worksheet>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</worksheet>`),
    5019,
  ],
  ['broken XML', () => withSheet('<worksheet><sheetData><row></sheetData>'), 5019],
  ['bytes that are no XML', () => withSheet(Buffer.alloc(100_000, 0x80)), 5019],
  [
    'a cell in the last corner of the sheet',
    () => withSheet(sheet(`${head}<row r="1048576">${cell('XFD1048576', 'x')}</row>`)),
    5019,
  ],
  ['a cell beyond every corner', () => withSheet(sheet(`${head}<row r="2"><c r="ZZZZZZZZ2"><v>1</v></c></row>`)), 5019],
  ['a row number that is none', () => withSheet(sheet(`${head}<row r="1e99">${cell('A1', 'x')}</row>`)), 5019],
  [
    'a text of 100,000 signs',
    () => withSheet(sheet(`${head}<row r="2">${cell('A2', 'x'.repeat(100_000))}</row>`)),
    5019,
  ],
  [
    'more rows than the company allows',
    () =>
      withSheet(
        sheet(
          head + Array.from({ length: 12_000 }, (_, n) => `<row r="${n + 2}">${cell(`A${n + 2}`, 'x')}</row>`).join(''),
        ),
      ),
    5016,
  ],
  [
    'a sheet somewhere else',
    () =>
      zip({ ...good, 'xl/_rels/workbook.xml.rels': target('http://127.0.0.1/sheet.xml', ' TargetMode="External"') }),
    5019,
  ],
  [
    'a sheet outside of the file',
    () => zip({ ...good, 'xl/_rels/workbook.xml.rels': target('../../../../etc/passwd') }),
    5019,
  ],
  ['20 MB and more', () => Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(20 << 20)]), 5019],
]
/** The same workbook without harm: the files above differ from it in one thing each. */
export const harmless = (): Promise<Buffer> => zip(good)
