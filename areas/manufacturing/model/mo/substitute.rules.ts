import { generalErrors } from '@qitao/core/general.errors.ts'
import { type RefusalData, refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'

/** The BoM names it for the component, but it may not be taken now. */
export const refuseSubstitute = (
  at: RefusalData,
  of: { readonly material_code: string; readonly component_code: string },
): never =>
  refuse(generalErrors.statusNotAllowed, {
    ...at,
    ...of,
    detail: text(
      '替代料{material_code}未批准或不在有效期内，请先批准，或改领{component_code}',
      'Substitute {material_code} is not approved or not valid on that day: have it approved, or pick {component_code}',
    ),
  })
