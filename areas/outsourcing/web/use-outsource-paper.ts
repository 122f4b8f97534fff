import { documentMail } from '@qitao/document-kit/model/document-paper.ts'
import { usePaper } from '@qitao/document-kit/web'
import {
  mailOutsourceOrder,
  type OutsourceOrderRow,
  outsourceOrders,
  printOutsourceOrders,
} from '../model/outsource-order.calls.ts'
import { outsourceStatus } from '../model/outsource-order.status.ts'

type Papered = Pick<OutsourceOrderRow, 'id' | 'no' | 'status' | 'supplier_email'>

export const useOutsourcePaper = () =>
  usePaper<Papered>(outsourceOrders, {
    print: printOutsourceOrders,
    mail: {
      call: mailOutsourceOrder,
      record: documentMail,
      whyNot: ({ status }) => outsourceStatus.whyNot('receive', status),
      begins: ({ supplier_email }) => ({ to: supplier_email }),
    },
  })
