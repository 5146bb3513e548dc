/** A sheet over the screen: holds focus, gives it back, closes with Esc. The band and the status bar stay in sight. */
import type { ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";

interface Props {
  title: string;
  sub?: ReactNode;
  onClose: () => void;
  children: ReactNode;
  size?: "wide" | "narrow" | "palette";
  /** Something is being sent: the sheet stays. */
  busy?: boolean;
  /** The title is for screen readers only. */
  bare?: boolean;
}

export function Sheet({ title, sub, onClose, children, size = "wide", busy = false, bare = false }: Props) {
  return (
    <ModalOverlay
      className="scrim"
      isOpen
      isDismissable={!busy && size !== "wide"}
      isKeyboardDismissDisabled={busy}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={`sheet ${size}`}>
        <Dialog className="dialog">
          <header className={bare ? "visually-hidden" : ""}>
            <Heading slot="title" level={1}>
              {title}
            </Heading>
            {sub !== undefined && <p className="mut">{sub}</p>}
          </header>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
