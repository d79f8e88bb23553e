;; SPDX-License-Identifier: Apache-2.0
;; Emacs 29 and newer (eglot comes with it): the language server for Python files. In the init file:
;;
;;   (load "/path/to/tessera.el")
;;   (add-hook 'python-mode-hook #'eglot-ensure)
(require 'eglot)

(add-to-list 'eglot-server-programs '((python-mode python-ts-mode) . ("tessera" "lsp")))

(defun tessera-execute (command)
  "Run COMMAND, such as `tessera.ptx', over the program in this buffer and show what it answers."
  (interactive
   (list (completing-read
          "Command: " '("tessera.run" "tessera.ptx" "tessera.explain" "tessera.time" "tessera.test"))))
  (let ((result (jsonrpc-request (eglot--current-server-or-lose) :workspace/executeCommand
                                 (list :command command
                                       :arguments (vector (list :uri (eglot--path-to-uri (buffer-file-name)))))
                                 :timeout 300)))
    (with-current-buffer (get-buffer-create (plist-get result :title))
      (let ((inhibit-read-only t))
        (erase-buffer)
        (insert (plist-get result :text)))
      (special-mode)
      (display-buffer (current-buffer)))))
