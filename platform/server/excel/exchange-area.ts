import type { Call } from '@qitao/core/call.ts'
import { exchangeFor } from '@qitao/core/exchange.ts'
import type { FileAnswer, FileGiven } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { isGranted } from '@qitao/core/grant.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { say, text } from '@qitao/core/text.ts'
import type { z } from 'zod'
import type { Area } from '../area.ts'
import type { Tx } from '../database/database.ts'
import { xlsxFile, xlsxType } from '../files/file-kinds.ts'
import { FileStream } from '../files/file-stream.ts'
import { firstBytes } from '../files/pieces.ts'
import { handle, type SignedInHandler } from '../http/handle.ts'
import { type CustomFieldsOf, wholeExchange } from './custom-columns.ts'
import { findFile, keepFile, openFile } from './excel-file.ts'
import { type ImportInput, type Importing, importJob, importJobType } from './import.job.ts'
import { checkKind, kindBytes } from './open-package.ts'
import { packed } from './packed-member.ts'
import { templateFile } from './template.ts'

interface ExcelCalls {
  readonly template: Call<z.ZodType<{ template_type: string }>, z.ZodType<FileAnswer>>
  readonly import: Call<
    z.ZodType<{ file: FileGiven; import_type: string; dry_run: 'true' | 'false' }>,
    z.ZodType<{ job_id: string }>
  >
  readonly errorFile: Call<z.ZodType<{ file_id: string }>, z.ZodType<FileAnswer>>
}

/** The calls by which all areas import; `rowLimit` and the fields of a record are the company's own. */
export function exchangeArea(
  areas: readonly Area[],
  calls: ExcelCalls,
  rowLimit: (tx: Tx, org_id: string) => Promise<number>,
  customFields: CustomFieldsOf,
): Area {
  const importing: Importing = {
    exchanges: new Map(
      areas.flatMap(({ exchanges: of }) => of?.list.map(exchange => [exchange.type, { exchange, of }] as const) ?? []),
    ),
    lookups: Object.assign({}, ...areas.map(area => area.lookups ?? {})),
    constraints: new Map(areas.flatMap(area => Object.entries(area.constraints ?? {}))),
    handlerOf: path =>
      areas
        .flatMap(area => area.handlers)
        .find((one): one is SignedInHandler => one.audience === 'signed_in' && one.call.path === path),
    customFields,
    errorFileAddress: file_id => `${calls.errorFile.path}?file_id=${file_id}`,
  }
  const exchangeOf = (type: string, field: string) =>
    importing.exchanges.get(type)?.exchange ??
    refuse(generalErrors.badParameter, { field, detail: text('没有这种导入', 'No such import') })

  return {
    name: 'excel',
    handlers: [
      handle(calls.template, async ({ template_type }, { language, tx, org_id, member }) => {
        const declared = exchangeFor(exchangeOf(template_type, 'template_type'), member.pages)
        const exchange = await wholeExchange(declared, customFields, tx, org_id)
        const name = say(text('{title}导入模板', '{title} import template'), language, { title: exchange.title })
        return xlsxFile(name, await templateFile(exchange, language, await rowLimit(tx, org_id)))
      }),
      handle(calls.import, async ({ file, import_type, dry_run }, { tx, org_id, member, language, startJob }) => {
        const exchange = exchangeOf(import_type, 'import_type')
        // A right to the page, and to import where a role is given single actions.
        if (!isGranted({ ...calls.import, grantedBy: exchange.pages }, member.grants))
          refuse(generalErrors.noPermission)
        checkKind(firstBytes(file.pieces, kindBytes))
        const input: ImportInput = {
          file_id: await keepFile(tx, file),
          import_type,
          dry_run: dry_run === 'true',
          row_limit: await rowLimit(tx, org_id),
          language,
          member: packed(member),
        }
        return { job_id: await startJob({ type: importJobType, input, singleton: `import ${import_type}` }) }
      }),
      handle(calls.errorFile, async ({ file_id }, { tx, org_id, member }) => {
        const found = await findFile(tx, org_id, file_id)
        if (!found || (found.created_by !== member.user_id && !member.is_admin)) refuse(generalErrors.recordNotFound)
        const name = `${found.name.replace(/\.xlsx$/i, '')}.xlsx`
        return new FileStream(name, xlsxType, transaction => openFile(transaction, org_id, file_id))
      }),
    ],
    jobs: [importJob(importing)],
  }
}
